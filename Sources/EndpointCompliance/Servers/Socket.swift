import EndpointSupport
import EndpointTransports
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The subset of the POSIX socket API that a scripted server needs.
final class Socket: Sendable {
    private let descriptor: Int32
    private let isClosed = Locked(false)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Listens on a loopback port that the system assigns.
    static func listening(backlog: Int32 = 256) throws -> (socket: Socket, port: UInt16) {
        let (socket, port) = try bound()
        guard listen(socket.descriptor, backlog) == 0 else {
            let error = lastError
            socket.close()
            throw error
        }
        return (socket, port)
    }

    /// Binds a socket to a loopback port that the system assigns, without listening on the port.
    static func bound() throws -> (socket: Socket, port: UInt16) {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw lastError }
        var port: UInt16 = 0
        let isBound = withLoopback(&port) { address, length in
            var length = length
            return bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
        }
        guard isBound else {
            let error = lastError
            closeDescriptor(descriptor)
            throw error
        }
        return (Socket(descriptor), port)
    }

    /// Connects to a loopback port, to wake a thread that waits for a connection there; close the result once the
    /// thread is awake.
    ///
    /// This method does not wait: if the queue of the port is full, the thread finds other connections there.
    static func knock(at port: UInt16) -> Socket? {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var port = port
        _ = withLoopback(&port) { connect(descriptor, $0, $1) == 0 }
        return Socket(descriptor)
    }

    /// Calls a closure with the loopback address of a port; the closure may change the port.
    private static func withLoopback(
        _ port: inout UInt16,
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        defer { port = UInt16(bigEndian: address.sin_port) }
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static var lastError: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

    /// A Boolean value that indicates whether the socket was closed.
    ///
    /// The system may have assigned the descriptor of a closed socket to another socket.
    private var hasClosed: Bool { isClosed.withLock(\.self) }

    /// Waits for a connection; returns nil after an error.
    func accept() -> Socket? {
        let accepted = acceptDescriptor(descriptor)
        guard accepted >= 0 else { return nil }
        Self.prepare(accepted)
        return Socket(accepted)
    }

    /// Waits for data and reads it; returns no bytes at the end of the connection and after an error.
    func receive() -> [UInt8] {
        if hasClosed { return [] }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer[..<max(count, 0)])
    }

    /// Waits, without reading, until the system reports a hang-up or an error.
    func waitForHangUp() {
        // Darwin reports a hang-up only to a caller that asks for it; Linux always does.
        var request = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0)
        while !hasClosed, poll(&request, 1, -1) == 0 {}
    }

    /// Sends bytes; returns `true` if the system accepted all of them.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        if hasClosed { return false }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, Self.sendFlags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends both directions, which wakes every waiting thread, except a thread in ``accept()`` on some systems.
    func shutDown() {
        isClosed.withLock { if !$0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        isClosed.withLock { isClosed in
            if !isClosed { closeDescriptor(descriptor) }
            isClosed = true
        }
    }

    /// Closes the socket with a linger time of zero, which resets the connection.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}

extension Socket {
    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif

    #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
    #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Turns off SIGPIPE, so that a write to a closed connection does not end the process; on Linux, ``sendFlags`` do.
    private static func prepare(_ descriptor: Int32) {
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }
}

// `Socket` calls the next three functions, because its methods hide the system's functions with the same names.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

private func acceptDescriptor(_ descriptor: Int32) -> Int32 {
    accept(descriptor, nil, nil)
}

private func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}
