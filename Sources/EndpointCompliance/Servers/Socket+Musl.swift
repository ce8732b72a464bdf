#if canImport(Musl)
import Musl

extension Socket {
    /// The type of a socket for TCP.
    static let stream = SOCK_STREAM

    /// The flags for sending, which keep a write to a closed connection from ending the process.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Does nothing, because ``sendFlags`` suffices.
    static func prepare(_ descriptor: Int32) {}
}
#endif
