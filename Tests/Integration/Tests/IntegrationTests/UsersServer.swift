import EndpointCompliance
import EndpointController
import Foundation

extension ScriptedServer {
    /// Starts a server for the users of the README, which has one page of users, and answers other paths with 404.
    static func users() throws -> ScriptedServer {
        let answers = ["/users?sort=name&page=1": #"[{"name":"Ada"},{"name":"Grace"}]"#]
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
