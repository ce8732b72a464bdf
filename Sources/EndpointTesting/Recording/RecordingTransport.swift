public import EndpointController
import EndpointSupport
public import Foundation

/// A transport that sends requests over another transport, and records them with their responses for a
/// ``ReplayTransport``.
///
/// ```swift
/// let recording = RecordingTransport(SystemTransport.shared, to: file)
/// let controller = EndpointController<APIError>(baseURL: staging, transport: recording)
/// let users = try await controller.load(ListUsers())
/// try recording.save()
/// ```
///
/// Only ``save()`` writes the cassette, a file of readable JSON with the exchanges in the order of their requests.
/// Secrets are hidden in the file, as ``CassetteSecrets`` describes, or are an error when it is saved. The recording
/// contains the requests that the controller passes to its transport, including each redirect and each retry.
///
/// A failed call is recorded with its failure. A response body is recorded as far as the caller reads it. The caller
/// receives the data as it arrives. Everything recorded stays in memory as long as this transport exists.
public final class RecordingTransport: EndpointTransport {
    private let transport: any EndpointTransport
    private let file: URL
    private let secrets: CassetteSecrets
    private let tape = Locked<[RecordedExchange]>([])

    /// Creates an empty recording.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - file: The URL of the cassette to write. ``save()`` replaces an existing file.
    ///   - secrets: Secrets to hide in the cassette, in addition to the credentials that are recognised by name; by
    ///     default none.
    public init(
        _ transport: any EndpointTransport,
        to file: URL,
        hiding secrets: CassetteSecrets = CassetteSecrets()
    ) {
        self.transport = transport
        self.file = file
        self.secrets = secrets
    }

    /// Sends a request and records it with its outcome.
    ///
    /// - Parameters:
    ///   - outgoing: The request. A streamed `HTTPBody` is read an additional time for the cassette. Any other body
    ///     stream can be read only once, so the cassette omits it, and a replay does not compare it.
    ///   - context: The context of the request, passed on unchanged.
    /// - Returns: The response. Its body is recorded as it is read.
    /// - Throws: Rethrows errors from the underlying transport.
    public func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        // If the body cannot be read, `transport` throws the error.
        let sent = (try? request.readOutUnlessStreamedElsewhere()) ?? request.withoutStream
        let index = tape.withLock { tape in
            tape.append(RecordedExchange(request: sent, context: context))
            return tape.count - 1
        }
        do {
            var response = try await transport.send(outgoing, context: context)
            change(index) { [response] in $0.head = response.head }
            response.body = response.body.observed { [self] chunk in
                change(index) { $0.receive(chunk) }
            } onEnd: { [self] end in
                change(index) { $0.end(end) }
            }
            return response
        } catch {
            change(index) { $0.end(.failed(error)) }
            throw error
        }
    }

    /// Writes everything recorded so far to the cassette.
    ///
    /// The file is replaced atomically, so that other programs never read a partial file. If two programs write the
    /// same file, the later write wins. Missing folders are created. A call that has no response yet is recorded as
    /// cancelled, or as timed out if its deadline has passed.
    ///
    /// - Throws: ``CassetteError/unhiddenSecret(_:exchange:part:reason:)`` if a secret would be in the file, which is
    ///   then not written; ``CassetteError/unwritable(_:_:)``; or ``CassetteError/invalid(_:part:reason:)`` if a part
    ///   of the written file cannot be replayed, such as a response with the status code 1000.
    public func save() throws(CassetteError) {
        let filter = SecretFilter(secrets)
        let cassette = Cassette(exchanges: tape.withLock(\.self).map { $0.record(hiding: filter) })
        try cassette.checkSecrets(SecretSearch(given: secrets.values, found: filter.found), file)
        try cassette.write(to: file)
    }

    private func change(_ index: Int, _ body: (inout RecordedExchange) -> Void) {
        tape.withLock { body(&$0[index]) }
    }
}

extension RecordingTransport: CustomReflectable {
    /// An empty mirror, because the recorded requests may contain credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
