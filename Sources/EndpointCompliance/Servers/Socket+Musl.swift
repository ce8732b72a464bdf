#if canImport(Musl)
import Musl

extension Socket {
    /// The type of a socket for TCP.
    static let stream = SOCK_STREAM

    /// The flags to send with, so that writing to a closed connection does not end the process.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Does nothing, because the flags have the same effect.
    static func prepare(_ descriptor: Int32) {}
}
#endif
