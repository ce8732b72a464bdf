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

/// An endpoint that names no payload.
struct GetText {}

extension GetText: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "text" }
}

extension ScriptedServer {
    /// A server that answers each request with JSON.
    static func json(_ body: String) throws -> ScriptedServer {
        try ScriptedServer { _, connection in
            connection.respond("200 OK", ["Content-Type: application/json"], body: body)
        }
    }
}

/// The error that a closure throws.
func failure(of body: () async throws(LoadError) -> Void) async -> LoadError? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// Counts from 1.
///
/// `@unchecked Sendable`: the count is accessed with `lock` held.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
