import Foundation

/// Reads bits, the lowest of each byte first.
final class BitReader {
    private let next: () throws(SocketError) -> Data?
    private var bytes: [UInt8] = []
    private var position = 0
    private var rest = 0
    private var restCount = 0

    init(_ next: @escaping () throws(SocketError) -> Data?) {
        self.next = next
    }

    func isAtEnd() throws(SocketError) -> Bool {
        while position == bytes.count {
            guard let part = try next() else { return true }
            (bytes, position) = ([UInt8](part), 0)
        }
        return false
    }

    /// Reads a whole byte, after ``dropRestOfByte()`` or at the start.
    func byte() throws(SocketError) -> Int {
        if try isAtEnd() { throw .closed }
        position += 1
        return Int(bytes[position - 1])
    }

    func bits(_ count: Int) throws(SocketError) -> Int {
        while restCount < count {
            rest |= try byte() << restCount
            restCount += 8
        }
        defer {
            rest >>= count
            restCount -= count
        }
        return rest & (1 << count - 1)
    }

    func dropRestOfByte() {
        (rest, restCount) = (0, 0)
    }
}
