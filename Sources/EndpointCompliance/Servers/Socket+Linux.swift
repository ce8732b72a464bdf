#if canImport(Glibc) || canImport(Musl)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

extension Socket {
    #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    static let stream = SOCK_STREAM
    #endif

    /// The flags for sending, which turn off SIGPIPE so that a write to a closed connection does not end the process.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Does nothing, because ``sendFlags`` turns off SIGPIPE.
    static func prepare(_ descriptor: Int32) {}
}
#endif
