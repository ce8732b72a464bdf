import EndpointCompliance
import EndpointController
import Foundation

typealias Controller = EndpointController<EndpointDefaultServerError>
typealias LoadError = EndpointError<EndpointDefaultServerError>

struct User: Codable, Equatable, Sendable {
    var name: String

    static let ada = User(name: "Ada")
    static let json = #"{"name":"Ada"}"#
}

struct GetUser {
    var id = 7
}

extension GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType {
    typealias Payload = User
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}

/// An endpoint with its own URL.
struct GetStatus {
    var url: URL?
}

extension GetStatus: EndpointType, MethodProviderType, URLProviderType, PayloadProviderType {
    typealias Payload = String
    var method: HTTPMethod { .get }
}

/// An API whose endpoints have no payload type.
enum API {
    case text
    case send(HTTPBody)
}

extension API: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    var method: HTTPMethod {
        switch self {
        case .text: .get
        case .send: .post
        }
    }

    var relativeURLString: String { "api" }

    var body: HTTPBody? {
        if case .send(let body) = self { body } else { nil }
    }
}

extension ScriptedServer {
    /// A server that answers each request with JSON.
    static func json(_ body: String, _ status: String = "200 OK") throws -> ScriptedServer {
        try ScriptedServer { _, connection in
            connection.respond(status, ["Content-Type: application/json"], body: body)
        }
    }
}

/// Returns the error that a closure throws.
func failure(of body: () async throws(LoadError) -> Void) async -> LoadError? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}
