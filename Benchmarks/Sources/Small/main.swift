// The smallest program that makes a request with the library. It shows what the library adds to the size of
// `SmallByHand`.
import Endpoint
import Foundation

struct AddUser {
    let name: String
}

extension AddUser: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType
{
    var method: HTTPMethod { .post }
    var relativeURLString: String { "users/\(segment: name)" }
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "page", value: "2")] }
    var headerFields: [String: String] { ["Accept": "application/json"] }
    var body: HTTPBody? { .json(["name": name]) }
}

if let url = URL(string: "https://example.com/api/") {
    print(try AddUser(name: CommandLine.arguments[0]).request(baseURL: url))
}
