import FlyingSocks
import Foundation

/// Bytes that are sent as slowly as over a network, so that there is progress to watch.
struct PacedBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    let data: Data
    /// The number of bytes to send before the connection breaks; nil to send all bytes without a break.
    let limit: Int?

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: data.prefix(limit ?? data.count), breaksOff: limit != nil)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var rest: Data
        fileprivate let breaksOff: Bool

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else {
                // If the body throws an error, the server closes the connection.
                if breaksOff { throw SocketError.disconnected }
                return nil
            }
            try await Task.sleep(for: .milliseconds(20))
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
