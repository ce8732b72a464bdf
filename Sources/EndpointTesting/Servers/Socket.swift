import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a scripted server needs of POSIX sockets, and where platforms differ in it.
///
/// `@unchecked Sendable`: whether it is closed is touched with `lock` held.
final class Socket: @unchecked Sendable {
    private let descriptor: Int32
    private let lock = NSLock()
    private var isClosed = false

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Listens on loopback, at a port that the system gives.
    static func listening() throws -> (socket: Socket, port: UInt16) {
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 256) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return (Socket(descriptor), UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a connection; nil once the socket is shut down.
    func accept() -> Socket? {
        #if canImport(Darwin)
        let accepted = Darwin.accept(descriptor, nil, nil)
        var on: Int32 = 1
        setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #elseif canImport(Glibc)
        let accepted = Glibc.accept(descriptor, nil, nil)
        #else
        let accepted = Musl.accept(descriptor, nil, nil)
        #endif
        return accepted < 0 ? nil : Socket(accepted)
    }

    /// Reads what has arrived, waiting for it; empty at the end.
    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer[..<max(count, 0)])
    }

    /// Waits until both directions have ended, and reads nothing.
    func waitForHangUp() {
        // No events, because a hang-up is told in any case.
        var poll = pollfd(fd: descriptor, events: 0, revents: 0)
        while pollDescriptor(&poll) == 0 {}
    }

    /// Writes everything.
    ///
    /// - Returns: Whether the other side took it.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends both directions, and with them whatever waits for the socket.
    func shutDown() {
        // The system may have given the descriptor of a closed socket to another one.
        lock.withLock { if !isClosed { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        lock.withLock {
            if !isClosed { closeDescriptor(descriptor) }
            isClosed = true
        }
    }

    /// Breaks the connection off, so that the other side sees a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}

// Within the type, the names of the methods hide those of the functions.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

private func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

private func pollDescriptor(_ descriptor: inout pollfd) -> Int32 {
    poll(&descriptor, 1, -1)
}
