public import EndpointController
import EndpointSupport
public import Foundation

/// A transport that replays, without a network, the exchanges that a ``RecordingTransport`` recorded.
///
/// ```swift
/// let replay = try ReplayTransport(file)
/// let controller = EndpointController<APIError>(baseURL: staging, transport: replay)
/// #expect(try await controller.load(ListUsers()).count == 30)
/// try replay.verify()
/// ```
///
/// By default, a request matches a recorded request if their methods, URLs and bodies are equal. Fragments of URLs are
/// ignored. JSON with a JSON content type is compared by its values, multipart/form-data regardless of its boundary,
/// and anything else exactly. Secrets in the request are hidden first. A hidden value in the cassette matches any text,
/// but not an additional field, path segment or part. If a request itself contains `***`, `%2A%2A%2A` replaces it in
/// the cassette. Each exchange is replayed at most once. If no exchange matches in the given ``ReplayOrder``, the
/// transport throws `EndpointTransportError.invalidRequest` with
/// ``CassetteError/unrecordedRequest(_:nearest:differences:)``.
///
/// Failures are replayed too, without delay. A failure after the head, except a timeout or a cancellation, is replayed
/// as `EndpointTransportError.truncated`. The replay of a cancelled call waits until the replay is cancelled too.
/// Bodies arrive in one chunk. JSON with a JSON content type is replayed as compact text with sorted members.
public final class ReplayTransport: EndpointTransport {
    private struct State {
        var replayed: Set<Int> = []
        var unrecorded: [String] = []
    }

    private let file: URL
    private let exchanges: [ExchangeRecord]
    private let order: ReplayOrder
    private let headerFields: [String]
    private let secrets: CassetteSecrets
    private let state = Locked(State())

    /// Reads a cassette.
    ///
    /// - Parameters:
    ///   - file: The URL of the cassette.
    ///   - order: The order in which exchanges are replayed; by default `strict`, the order of the recording.
    ///   - headerFields: The case-insensitive names of header fields whose values must match too; by default none.
    ///   - secrets: The same secrets that you passed to the ``RecordingTransport``; by default none.
    /// - Throws: ``CassetteError`` if the file cannot be read, is not a valid cassette or has an unknown version.
    public init(
        _ file: URL,
        order: ReplayOrder = .strict,
        comparing headerFields: [String] = [],
        hiding secrets: CassetteSecrets = CassetteSecrets()
    ) throws(CassetteError) {
        self.file = file
        self.order = order
        self.headerFields = headerFields
        self.secrets = secrets
        exchanges = try Cassette(contentsOf: file).exchanges
    }

    /// Replays the exchange that was recorded for a request.
    ///
    /// - Parameters:
    ///   - outgoing: The request.
    ///   - context: The context. Its `onUpload` is called once if an exchange matches, except for an empty body and for
    ///     a stream that was not made from an `HTTPBody`.
    /// - Returns: The response that was recorded.
    /// - Throws: The recorded failure if there was no response; `EndpointTransportError.invalidRequest` if no exchange
    ///   matches or the body cannot be read; `EndpointTransportError.cancelled` if the task is cancelled.
    public func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        if Task.isCancelled { throw .cancelled }
        do {
            let read = Result { try request.readOutUnlessStreamedElsewhere() }
            // A call whose body cannot be read was recorded as a failure, without the body: mark it as replayed.
            if case .failure = read {
                _ = try? take(request.withoutStream) { $0.failure?.kind == .invalidRequest }
            }
            let request = try read.get()
            let exchange = try take(request)
            request.reportUpload(to: context.onUpload)
            if let response = exchange.response {
                return try MadeUpResponse(response, exchange.failure).streamed(for: request)
            }
            throw await exchange.failure?.transportError() ?? .cancelled
        } catch let error as EndpointTransportError {
            throw error
        } catch {
            throw .invalidRequest(error)
        }
    }

    /// Throws if an exchange was not replayed, or if ``send(_:context:)`` found no exchange for a request.
    ///
    /// - Throws: ``CassetteError/notReplayed(_:exchanges:unrecordedRequests:)``.
    public func verify() throws(CassetteError) {
        let state = state.withLock(\.self)
        let rest = exchanges.indices.filter { !state.replayed.contains($0) }
        if rest.isEmpty, state.unrecorded.isEmpty { return }
        throw .notReplayed(file, exchanges: rest.map(name), unrecordedRequests: state.unrecorded)
    }

    /// Finds the exchange for a request among the exchanges that `isPossible` accepts, and marks it as replayed.
    private func take(
        _ request: URLRequest, where isPossible: (ExchangeRecord) -> Bool = { _ in true }
    ) throws -> ExchangeRecord {
        let filter = SecretFilter(secrets)
        let found = RequestRecord(request, hiding: filter)
        return try state.withLock { state throws(CassetteError) in
            func comparison(_ index: Int) -> RecordComparison {
                RecordComparison(recorded: exchanges[index].request, found: found, headerFields: headerFields)
            }
            let rest = exchanges.indices.filter { !state.replayed.contains($0) }
            let candidates = rest.prefix(order == .strict ? 1 : .max)
            if let match = candidates.first(where: { isPossible(exchanges[$0]) && comparison($0).differences.isEmpty })
            {
                state.replayed.insert(match)
                return exchanges[match]
            }
            // A secret of the request may also be in a part of it that is not hidden, such as its path.
            let search = SecretSearch(given: [], found: filter.found)
            let shown = search.replaced(found.shown)
            state.unrecorded.append(shown)
            let nearest = candidates.map { (index: $0, comparison: comparison($0)) }
                .min { $0.comparison.distance < $1.comparison.distance }
            throw .unrecordedRequest(
                shown, nearest: nearest.map { name($0.index) },
                differences: nearest?.comparison.differences.map { search.replaced($0) } ?? [])
        }
    }

    private func name(_ index: Int) -> String {
        "exchange \(index + 1), \(exchanges[index].request.shown)"
    }
}

/// The order in which a ``ReplayTransport`` replays the recorded exchanges.
public enum ReplayOrder: Sendable {
    /// Each request must match the next recorded request.
    case strict

    /// Each request replays the first matching exchange that has not been replayed yet.
    case matching
}
