import EndpointTesting
import Foundation
import TestSupport
import Testing

struct User: Codable, Equatable, Sendable {
    var name: String

    static let ada = User(name: "Ada")
    static let grace = User(name: "Grace")
}

struct GetUser {
    var id = 7
}

extension GetUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType {
    typealias Payload = User
    var method: HTTPMethod { .get }
    var relativeURLString: String { "users/\(segment: id)" }
}

struct ListUsers {
    var page = 1
}

extension ListUsers: EndpointType, MethodProviderType, URLProviderType, QueryItemsProviderType, PayloadProviderType {
    typealias Payload = [User]
    var method: HTTPMethod { .get }
    var url: URL? { URL(string: "https://example.com/api/users") }
    var queryItems: [URLQueryItem] { .items(["page": page]) }
}

/// An endpoint that sends a body.
struct Post {
    var body: HTTPBody?
    var path = "users"

    init(_ body: HTTPBody?, path: String = "users") {
        self.body = body
        self.path = path
    }
}

extension Post: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType,
    PayloadProviderType
{
    typealias Payload = Data
    var method: HTTPMethod { .post }
    var relativeURLString: String { path }
}

func post(_ body: HTTPBody?) throws -> URLRequest {
    try Post(body).request(baseURL: baseURL)
}

/// Returns the error that a call throws.
func failure(of body: () async throws(LoadError) -> Void) async -> LoadError? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// Returns the description of the error that a closure throws.
func complaint(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// Calls a closure with a folder that exists until the closure returns.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
