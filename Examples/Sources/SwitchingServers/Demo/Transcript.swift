import Endpoint
import Foundation

/// Shows what happens.
enum Transcript {
    static func server(_ server: Server) throws {
        Terminal.print("\(server.name): \(try server.url)")
    }

    static func title(_ title: String) {
        Terminal.print("\n\(title)", .bold)
    }

    static func request(_ request: URLRequest, to server: Server) {
        Terminal.print("\nto \(server.name):", .dim)
        Terminal.print(request.curlCommand(hidingCredentials: true), .cyan)
    }

    static func reply(_ reply: Reply) {
        let status = HTTPURLResponse.localizedString(forStatusCode: reply.statusCode)
        Terminal.print("\(reply.statusCode) \(status)", (200..<300).contains(reply.statusCode) ? .green : .red)
        if !reply.body.isEmpty { Terminal.print(lines(of: reply.body)) }
    }

    static func refusal(of endpoint: UsersAPI, _ error: any Error) {
        Terminal.print("\nUsersAPI.\(endpoint): \(error)", .yellow)
    }

    /// The JSON as it came, with each element of an array in a line of its own; an array of users is too long for one.
    private static func lines(of body: Data) -> String {
        String(decoding: body, as: UTF8.self).replacingOccurrences(of: "},{", with: "},\n {")
    }
}
