import FlyingSocks
import Foundation

/// Bytes that go out no faster than a network takes them, so that there is progress to watch.
struct PacedBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    let data: Data

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: data)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var rest: Data

        mutating func next() async throws -> UInt8? {
            rest.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { return nil }
            try await Task.sleep(for: .milliseconds(20))
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
