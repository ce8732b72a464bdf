import Foundation

/// Reads lines and bytes from a connection.
struct ByteReader {
    /// The number of bytes that a head, or the lines around a chunk, may have.
    private static let lineLimit = 1_048_576

    private let connection: Connection
    private(set) var buffer: ArraySlice<UInt8> = []
    /// A Boolean value that indicates whether any byte has arrived.
    private(set) var hasReceived = false
    private var lineRoom = lineLimit

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Waits for bytes, unless some have arrived; returns `false` at the end of the connection.
    mutating func waitForBytes() throws(SocketError) -> Bool {
        if !buffer.isEmpty { return true }
        return try fill()
    }

    /// Returns bytes that have arrived.
    mutating func take(atMost count: Int64 = .max) -> Data {
        let bytes = buffer.prefix(Int(min(count, Int64(buffer.count))))
        buffer = buffer.dropFirst(bytes.count)
        lineRoom = Self.lineLimit
        return Data(bytes)
    }

    /// Reads a line and returns it without its end.
    mutating func readLine() throws(SocketError) -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer = buffer[(end + 1)...]
                lineRoom -= line.count + 1
                guard lineRoom >= 0 else { throw .invalidHead }
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            guard buffer.count <= lineRoom else { throw .invalidHead }
            guard try fill() else { throw .closed }
        }
    }

    private mutating func fill() throws(SocketError) -> Bool {
        let bytes = try connection.receive()
        buffer = buffer.isEmpty ? bytes[...] : buffer + bytes
        hasReceived = hasReceived || !bytes.isEmpty
        return !bytes.isEmpty
    }
}
