import Foundation

/// A TCP connection, which its `deinit` closes.
final class Connection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// A Boolean value that indicates whether the connection is open, and nothing has arrived.
    var isIdle: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }

    /// Sends bytes; returns `false` if the connection has ended.
    func transmit(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, System.sendFlags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for bytes; returns none at the end of the connection.
    func receive() throws(SocketError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { throw .system(errno) }
        return Array(buffer[..<count])
    }

    /// Ends both directions, which wakes a thread that waits for the connection.
    func interrupt() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
