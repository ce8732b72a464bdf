// The smallest program that loads a value with the library. It shows what the library and its controller add to the
// size of `SmallByHand`, and how long a clean build with the controller takes.
import EndpointController
import Foundation

struct User: Codable, Sendable {
    let name: String
}

struct AddUser {
    let name: String
}

extension AddUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType, PayloadProviderType
{
    typealias Payload = User
    var method: HTTPMethod { .post }
    var relativeURLString: String { "users/\(segment: name)" }
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "page", value: "2")] }
    var headerFields: [String: String] { ["Accept": "application/json"] }
    var body: HTTPBody? { .json(["name": name]) }
}

struct APIError: EndpointServerError {
    let reason: String?
}

if let url = URL(string: "https://example.com/api/") {
    let api = EndpointController<APIError>(baseURL: url)
    print(try await api.load(AddUser(name: CommandLine.arguments[0])))
}
