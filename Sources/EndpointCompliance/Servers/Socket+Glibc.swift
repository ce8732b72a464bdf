#if canImport(Glibc)
import Glibc

extension Socket {
    /// The type of a socket for TCP.
    static let stream = Int32(SOCK_STREAM.rawValue)

    /// The flags for sending, so that writing to a closed connection does not end the process.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Does nothing, because ``sendFlags`` suffices.
    static func prepare(_ descriptor: Int32) {}
}
#endif
