public import EndpointTransports
public import Foundation

extension EndpointResponseBody {
    /// Reads the rest of the body into memory.
    ///
    /// - Parameter limit: The maximum number of bytes to accept.
    /// - Returns: The bytes.
    /// - Throws: ``EndpointPayloadError/bodyTooLarge(limit:)`` as soon as more than `limit` bytes arrive; rethrows
    ///   errors from the body.
    public func collected(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw EndpointPayloadError.bodyTooLarge(limit: limit) }
            data.append(chunk)
        }
        return data
    }
}
