import Foundation

/// A response whose body is parsed; `statusCode` is nil if only the body is known.
struct OpenedResponse: Sendable {
    var statusCode: Int?
    let body: EndpointResponseBody
    /// The closure that maps a parser error or a `CancellationError` to the error to throw; by default the same error.
    var error: @Sendable (any Error) -> any Error = { $0 }
}

/// A feeder that opens a response on the first call of `feed()`, and passes the chunks of the body to a parser.
///
/// The class is not generic over the parser, so that the compiler does not copy its code for each type of parser.
final class BodyFeeder: Sendable {
    enum Arrival {
        case nothing
        case chunk(Data)
        case end
    }

    private let open: @Sendable () async throws -> OpenedResponse
    private let parse: @Sendable (Arrival) throws -> Bool
    private let response = Locked<OpenedResponse?>(nil)
    private let turn = Turn()

    /// - Parameters:
    ///   - open: A closure that opens the response.
    ///   - parse: A closure that parses an arrival, and returns `true` if the parser needs more bytes. Each call of
    ///     `feed()` begins with `.nothing`, because the parser may still hold unparsed bytes.
    init(
        open: @escaping @Sendable () async throws -> OpenedResponse,
        parse: @escaping @Sendable (Arrival) throws -> Bool
    ) {
        self.open = open
        self.parse = parse
    }

    /// Feeds the parser until it needs no more bytes.
    ///
    /// Other loops over the same body wait meanwhile, so that chunks are parsed in the order in which they are read.
    /// Cancelling a waiting loop cancels the body too.
    ///
    /// The method is not inlined, because otherwise the code for each type of parser would contain a copy.
    ///
    /// - Throws: Rethrows errors from `open` and from the body; maps other errors with `OpenedResponse.error`.
    @inline(never)
    func feed() async throws {
        let hasTurn = await turn.take()
        defer { if hasTurn { turn.end() } }
        let response = try await opened()
        var arrival = Arrival.nothing
        while true {
            if Task.isCancelled {
                // The body may throw its own error for cancellation.
                _ = try await response.body.nextChunk()
                throw response.error(CancellationError())
            }
            do {
                guard try parse(arrival) else { return }
            } catch {
                throw response.error(error)
            }
            arrival = try await response.body.nextChunk().map { .chunk($0) } ?? .end
        }
    }

    private func opened() async throws -> OpenedResponse {
        if let response = response.withLock(\.self) { return response }
        let opened = try await open()
        response.withLock { $0 = opened }
        return opened
    }
}
