#if canImport(Glibc)
import Glibc

extension Socket {
    static let stream = Int32(SOCK_STREAM.rawValue)

    /// The flags for sending, which turn off SIGPIPE so that a write to a closed connection does not end the process.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Does nothing, because ``sendFlags`` turns off SIGPIPE.
    static func prepare(_ descriptor: Int32) {}
}
#endif
