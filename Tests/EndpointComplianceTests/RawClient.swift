import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client that sends any bytes, even bytes that an HTTP client would not send.
enum RawClient {
    /// Connects to a port on loopback, sends text, and reads to the end.
    ///
    /// - Parameters:
    ///   - text: The text, after which the client sends nothing more.
    ///   - port: The port.
    /// - Returns: The response as text.
    /// - Throws: `POSIXError`.
    static func send(_ text: String, to port: UInt16) throws -> String {
        // Writing to a closed connection is an error of this call, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // The 1 is SOCK_STREAM, whose type differs between platforms.
        let descriptor = try checked(socket(AF_INET, 1, 0))
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        _ = try checked(connected)
        _ = try checked(write(descriptor, text, text.utf8.count))
        shutdown(descriptor, Int32(SHUT_WR))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = try checked(read(descriptor, &buffer, buffer.count))
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    private static func checked<Result: SignedInteger>(_ result: Result) throws -> Result {
        guard result < 0 else { return result }
        throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
}
