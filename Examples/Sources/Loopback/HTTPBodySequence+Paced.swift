package import FlyingFox
package import Foundation

extension HTTPBodySequence {
    /// A body that takes a moment to load.
    ///
    /// - Parameters:
    ///   - data: The whole of it.
    ///   - limit: After how many bytes the connection breaks off; nil if it does not.
    /// - Returns: The body, whose length is that of the whole.
    package static func paced(_ data: Data, breakingOffAfter limit: Int? = nil) -> HTTPBodySequence {
        let bytes = PacedBytes(data: data, limit: limit)
        return HTTPBodySequence(from: bytes, count: data.count, suggestedBufferSize: 32_768)
    }
}
