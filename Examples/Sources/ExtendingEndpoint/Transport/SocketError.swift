import EndpointController
import Foundation

/// The cause of an error that ``SocketTransport`` throws.
enum SocketError: LocalizedError {
    case needsTLS
    case unknownHost(String)
    case system(Int32)
    case closed
    case invalidHead
    case invalidChunk
    case invalidGzip

    var errorDescription: String? {
        switch self {
        case .needsTLS: "The transport supports only http URLs."
        case .unknownHost(let host): "The host \(host) is unknown."
        case .system(let code): String(cString: strerror(code))
        case .closed: "The server closed the connection too early."
        case .invalidHead: "The head is not valid HTTP/1.1."
        case .invalidChunk: "A chunk is not valid HTTP/1.1."
        case .invalidGzip: "The body is not valid gzip."
        }
    }
}
