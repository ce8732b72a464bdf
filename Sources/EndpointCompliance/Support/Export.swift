import EndpointController
import Foundation

/// The file that servers offer for download, with a validator, whole or in parts.
enum Export {
    static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 7)) }
    static let half = 150_000

    static let whole: ScriptedServer.Script = { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: \(bytes.count)\r\n\r\n")
        connection.send(bytes)
    }

    /// Returns a script that sends half of the bytes and closes the connection; `waits` lets the client close it first.
    static func cut(waits: Bool) -> ScriptedServer.Script {
        { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: \(bytes.count)\r\n\r\n")
            connection.send(Array(bytes.prefix(half)))
            if waits { connection.waitForEnd() }
            connection.close()
        }
    }

    /// A script that sends the rest of the file; the `Range` of the request must not have an end.
    static let rest: ScriptedServer.Script = { request, connection in
        let start = request.field("Range").flatMap { Int($0.filter(\.isNumber)) } ?? 0
        let rest = Array(bytes.dropFirst(start))
        connection.send(
            "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Length: \(rest.count)\r\n"
                + "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n\r\n")
        connection.send(rest)
    }
}

extension Trial {
    /// Returns a server that uses the next script for each request, and the last script for all further requests.
    func server(inTurn scripts: [ScriptedServer.Script]) throws -> ScriptedServer {
        let rest = Locked(scripts[...])
        return try server { request, connection in
            let script = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
            script?(request, connection)
        }
    }
}
