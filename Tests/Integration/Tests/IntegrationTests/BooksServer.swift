import EndpointCompliance
import Foundation

extension ScriptedServer {
    /// A server of the books that the README and Getting started load.
    static func books() throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            guard request.target.hasPrefix("/api/books?author=Ada") else { return connection.respond("404 Not Found") }
            let books = #"[{"title": "Notes on the Analytical Engine", "year": 1843}]"#
            connection.respond("200 OK", ["Content-Type: application/json"], body: books)
        }
    }
}
