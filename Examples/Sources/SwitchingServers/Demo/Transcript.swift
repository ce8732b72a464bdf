import Console
import EndpointController
import Foundation

/// The output of the demo.
enum Transcript {
    static func title(_ title: String) {
        Terminal.print("\n\(title)", .bold)
    }

    static func server(_ server: Server) throws {
        Terminal.print("\n\(server.name), \(try server.url):", .dim)
    }

    /// Prints a part of an exchange: a request, the head of a response, or a body.
    @Sendable static func exchange(_ text: String) {
        // An array of users is too long for one line.
        let lines = text.replacingOccurrences(of: "},{", with: "},\n {")
        Terminal.print(lines, text.hasPrefix("curl ") ? .cyan : .dim)
    }

    static func users(_ users: [User]) {
        for user in users { Terminal.print("→ \(user.name), \(user.team), \(user.email)", .green) }
    }

    static func failure(_ text: String) {
        Terminal.print("→ \(text)", .yellow)
    }
}
