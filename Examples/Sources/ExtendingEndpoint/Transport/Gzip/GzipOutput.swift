import Foundation

/// Decoded bytes, the last 32 KiB of which can be repeated.
final class GzipOutput {
    private static let windowSize = 32_768
    private static let checksums = (0..<256).map { byte in
        var sum = UInt32(byte)
        for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        return sum
    }

    private let deliver: (Data) -> Void
    private var window = [UInt8](repeating: 0, count: windowSize)
    /// The number of bytes of the current member.
    private var count = 0
    private var pending: [UInt8] = []
    private var checksum = UInt32.max

    init(_ deliver: @escaping (Data) -> Void) {
        self.deliver = deliver
    }

    func append(_ byte: UInt8) {
        window[count % Self.windowSize] = byte
        count += 1
        checksum = Self.checksums[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)] ^ (checksum >> 8)
        pending.append(byte)
        if pending.count == Self.windowSize { flush() }
    }

    /// Appends bytes again that were appended before.
    func `repeat`(_ length: Int, distance: Int) throws(SocketError) {
        guard distance <= min(count, Self.windowSize) else { throw .invalidGzip }
        for _ in 0..<length { append(window[(count - distance) % Self.windowSize]) }
    }

    func flush() {
        if pending.isEmpty { return }
        deliver(Data(pending))
        pending = []
    }

    /// Returns the checksum (CRC-32) of the member, and begins another member.
    func endMember() -> UInt32 {
        defer { (count, checksum) = (0, .max) }
        return ~checksum
    }
}
