#if canImport(Darwin)
import Darwin

extension Socket {
    static let stream = SOCK_STREAM

    /// The flags for sending: none, because ``prepare(_:)`` turns off SIGPIPE.
    static let sendFlags: Int32 = 0

    /// Turns off SIGPIPE, so that a write to a closed connection does not end the process.
    static func prepare(_ descriptor: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
#endif
