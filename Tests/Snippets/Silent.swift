// modes: 6
// Mistakes of which the compiler does not warn. The page *Composing providers* lists each of them.
import EndpointController
import Foundation

struct UpdateUser: APIEndpointType {
    var relativeURLString: String { "/users/7" }  // silent: "/users"
    var method: String { "PATCH" }  // silent: var method: String
}

struct DeleteUser: APIEndpointType {
    var relativeURLString: String { "users/7" }
    var headers: [String: String] { ["X-Trace": "7"] }  // silent: headers
}

enum Server: String, ServerType {
    case staging = "staging.example.com"  // silent: "staging.example.com"
    case production = "https://example.com/api"  // silent: "https://example.com/api"
}

func middleware() -> [any EndpointMiddleware] {
    [BearerToken("Bearer x")]  // silent: BearerToken("Bearer x")
}
