package import FlyingFox
package import Foundation

extension HTTPBodySequence {
    /// Creates a body that takes a moment to load.
    ///
    /// - Parameters:
    ///   - data: The whole body.
    ///   - limit: The number of bytes after which the connection breaks off; nil if it does not.
    /// - Returns: The body, which announces its whole length.
    package static func paced(_ data: Data, breakingOffAfter limit: Int? = nil) -> HTTPBodySequence {
        let bytes = PacedBytes(data: data, limit: limit)
        return HTTPBodySequence(from: bytes, count: data.count, suggestedBufferSize: 32_768)
    }
}
