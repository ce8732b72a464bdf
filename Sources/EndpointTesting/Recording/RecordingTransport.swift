import Endpoint
public import EndpointController
public import Foundation

/// Sends requests over another transport, and records them with their responses for a ``ReplayTransport``.
///
/// ```swift
/// let recording = RecordingTransport(URLSessionTransport.shared, to: file)
/// let controller = EndpointController<APIError>(baseURL: staging, transport: recording)
/// let users = try await controller.load(ListUsers())
/// try recording.save()
/// ```
///
/// The file is written by ``save()`` and at no other time: readable JSON, with the exchanges in the order in which
/// their requests were sent. Credentials are removed before: see ``CassetteSecrets``. The recording holds the requests
/// that the controller gives to its transport, so it includes each redirect and each repetition.
///
/// A call that failed is recorded with its failure. A body that was not read to its end is recorded as far as it was
/// read. Responses pass to their reader as they arrive, but all that passes is kept in memory until the recording goes.
public final class RecordingTransport: EndpointTransport {
    private let transport: any EndpointTransport
    private let file: URL
    private let secrets: CassetteSecrets
    private let tape = Locked<[RecordedExchange]>([])

    /// Creates a recording, in which there is nothing yet.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - file: The cassette to write. One that is there already is replaced.
    ///   - secrets: The secrets to hide in the cassette, beyond the known ones.
    public init(
        _ transport: any EndpointTransport,
        to file: URL,
        hiding secrets: CassetteSecrets = CassetteSecrets()
    ) {
        self.transport = transport
        self.file = file
        self.secrets = secrets
    }

    /// Sends a request, and keeps it with its outcome.
    ///
    /// - Parameters:
    ///   - request: The request. A body that an endpoint streams is read twice: once for the cassette. A stream that
    ///     was made elsewhere can be read once only, so the cassette holds no such body, and a replay compares none.
    ///   - context: The context of the request, given on as it is.
    /// - Returns: The response. Its body is kept as it is read.
    /// - Throws: Rethrows errors from the transport.
    public func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        var sent = request
        sent.httpBodyStream = nil
        // The transport reports a body that cannot be read.
        sent = (try? request.readOutUnlessStreamedElsewhere()) ?? sent
        let index = tape.withLock { tape in
            tape.append(RecordedExchange(request: sent))
            return tape.count - 1
        }
        do {
            var response = try await transport.send(request, context: context)
            change(index) { [response] in $0.begin(response.head) }
            response.body = recorded(response.body, at: index)
            return response
        } catch {
            change(index) { $0.end(error) }
            throw error
        }
    }

    /// Writes the cassette: all that was recorded until now.
    ///
    /// The file is replaced in one step, so that no program reads half of it: of two programs that write the same file
    /// the later one wins. A folder that is missing is made. A call that has not come to its end is recorded as one
    /// that was cancelled.
    ///
    /// - Throws: ``CassetteError/unwritable(_:_:)``.
    public func save() throws(CassetteError) {
        let exchanges = tape.withLock(\.self)
        var values = SecretValues(secrets)
        for exchange in exchanges { exchange.collectSecrets(into: &values) }
        let hiding = values.hiding
        try Cassette(exchanges: exchanges.map { $0.record(hiding: secrets, hiding) }).write(to: file)
    }

    /// A body whose chunks are kept as they pass.
    private func recorded(_ body: EndpointResponseBody, at index: Int) -> EndpointResponseBody {
        EndpointResponseBody { [self] in
            var iterator = body.makeAsyncIterator()
            do {
                let chunk = try await iterator.next()
                change(index) { $0.receive(chunk) }
                return chunk
            } catch {
                change(index) { $0.end(error) }
                throw error
            }
        }
    }

    private func change(_ index: Int, _ body: (inout RecordedExchange) -> Void) {
        tape.withLock { body(&$0[index]) }
    }
}

extension RecordingTransport: CustomReflectable {
    /// Nothing: what was sent until now holds credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
