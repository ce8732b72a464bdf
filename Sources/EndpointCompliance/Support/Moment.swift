import Foundation

/// The point that a response has reached when the server stops, or goes on without end.
enum Moment: String, CaseIterable, Sendable {
    case beforeTheHead = "before the head"
    case withinTheHead = "within the head"
    case beforeTheBody = "before the body"
    case withinTheBody = "within the body"
    case withinAChunk = "within a chunk"
    case withinASlowBody = "within a slow body"
    case withinABodyWithoutEnd = "within a body without end"
    case withinARedirect = "within a redirect"

    /// Sends a response up to this point, reports that, and waits for the end of the connection.
    func run(_ connection: ScriptedConnection, then arrived: Signal = Signal()) {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n"
        switch self {
        case .beforeTheHead: break
        case .withinTheHead: connection.send(head + "Content-Ty")
        case .beforeTheBody, .withinASlowBody: connection.send(head + "\r\n")
        case .withinTheBody: connection.send(head + "\r\nfour")
        case .withinAChunk: connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nfour")
        case .withinABodyWithoutEnd: connection.send("HTTP/1.1 200 OK\r\n\r\n")
        case .withinARedirect: connection.send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n")
        }
        arrived.send()
        while self == .withinASlowBody, connection.send("x") { Thread.sleep(forTimeInterval: 0.01) }
        while self == .withinABodyWithoutEnd, connection.send([UInt8](repeating: 0, count: 65_536)) {}
        connection.waitForEnd()
    }
}
