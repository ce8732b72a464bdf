import EndpointController
import Foundation

extension EndpointStreamedResponse {
    /// The maximum number of bytes of a body that a closure of the app sees: 64 KiB.
    private static let startLimit = 65_536

    /// Reads the start of the body into memory, and puts it back before the rest.
    ///
    /// An error of the body is kept for the reader of the body.
    ///
    /// - Parameter next: The rest of the call, whose idle timeout restarts with each chunk.
    /// - Returns: At most 64 KiB.
    mutating func readStart(_ next: EndpointNext) async -> Data {
        var start = Data()
        let rest: @Sendable () async throws -> Data?
        do {
            while start.count < Self.startLimit {
                guard let chunk = try await body.nextChunk() else {
                    body = EndpointResponseBody(start)
                    return start
                }
                next.restartIdleTimeout()
                start.append(chunk)
            }
            rest = { [body] in try await body.nextChunk() }
        } catch {
            rest = { throw error }
        }
        body = EndpointResponseBody(start, then: rest)
        return start.prefix(Self.startLimit)
    }
}
