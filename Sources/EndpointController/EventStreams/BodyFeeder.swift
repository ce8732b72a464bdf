import Foundation

/// A response whose body is parsed.
struct OpenedResponse: Sendable {
    var statusCode: Int?
    let body: EndpointResponseBody
    /// Maps an error of the parser to the error to throw.
    var error: @Sendable (any Error) -> any Error = { $0 }
}

/// A response that is opened when its first chunk is needed, and whose chunks are fed to a parser.
///
/// It does not depend on the type of the parser, so that a program contains its code only once.
final class BodyFeeder: Sendable {
    enum Arrival {
        case nothing
        case chunk(Data)
        case end
    }

    private let open: @Sendable () async throws -> OpenedResponse
    private let parse: @Sendable (Arrival) throws -> Bool
    private let response = Locked<OpenedResponse?>(nil)

    /// - Parameters:
    ///   - open: Opens the response.
    ///   - parse: Parses an arrival, first `.nothing`, in case the parser has enough; returns `true` if it needs more.
    init(
        open: @escaping @Sendable () async throws -> OpenedResponse,
        parse: @escaping @Sendable (Arrival) throws -> Bool
    ) {
        self.open = open
        self.parse = parse
    }

    /// Feeds the parser until it needs no more.
    ///
    /// Not inlined, because each type of parser would have a copy.
    ///
    /// - Throws: Rethrows the errors of opening and of the body; maps those of the parser.
    @inline(never)
    func feed() async throws {
        let response = try await opened()
        var arrival = Arrival.nothing
        while true {
            if Task.isCancelled {
                // The body has its own error for cancellation.
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
