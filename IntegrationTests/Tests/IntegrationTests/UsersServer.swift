import EndpointTesting
import Foundation

extension ScriptedServer {
    /// A server for the users of the README: 31 in two pages, a file of them, and one who is not there.
    static func users() throws -> ScriptedServer {
        let first = #"[{"name":"Ada"},{"name":"Grace"}"#
        let users = first + String(repeating: #",{"name":"Tess"}"#, count: 28) + "]"
        let answers = [
            "/api/users?sort=created&page=2": "\(first)]",
            "/api/users?sort=created&per_page=30&page=1": users,
            "/api/users?sort=created&per_page=30&page=2": #"[{"name":"Joan"}]"#,
            "/api/users.csv": "name\nAda\nGrace\nJoan\n",
        ]
        return try ScriptedServer { request, connection in
            guard request.field("Authorization") == "Bearer s3cret" else {
                return connection.respond("401 Unauthorized")
            }
            guard let answer = answers[request.target] else {
                let error = #"{"reason":"There is no such user."}"#
                return connection.respond("404 Not Found", ["Content-Type: application/json"], body: error)
            }
            connection.respond("200 OK", ["Content-Type: application/json"], body: answer)
        }
    }
}
