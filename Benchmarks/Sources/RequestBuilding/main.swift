// What it costs to build a request, beside the least that Foundation allows for the same request, in turn.
import Endpoint
import Foundation

let rounds = 60
let callsPerRound = 2_000

let baseURL = URL(string: "https://api.example.com/v3/")!
let list = ListIssues(author: "Ada Lovelace & co")
let listOf = ListIssuesOf(owner: "swiftlang", author: "Ada Lovelace & co")
let create = CreateUser(user: User(name: "Ada", mail: "ada@example.com", age: 36))
let encoder = JSONEncoder()

// A second floor: encoded already, but put together at run time, like the URL of any request that carries data.
let encodedAuthor = "Ada%20Lovelace%20%26%20co"

func getFloor() -> URLRequest {
    let path = "repos/swiftlang/swift-foundation/issues"
    return get("\(baseURL.absoluteString)\(path)?state=open&author=\(encodedAuthor)&per_page=100")
}

// The floor: a URL that the compiler knows, the least that is possible at all, for a request that never changes.
func getConstant() -> URLRequest {
    get(
        "https://api.example.com/v3/repos/swiftlang/swift-foundation/issues"
            + "?state=open&author=Ada%20Lovelace%20%26%20co&per_page=100")
}

func get(_ url: String) -> URLRequest {
    var request = URLRequest(url: URL(string: url)!)
    request.allHTTPHeaderFields = [
        "Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0",
    ]
    return request
}

func usualGet() -> URLRequest {
    let url = baseURL.appendingPathComponent(list.relativeURLString)
    var components = URLComponents(url: url, resolvingAgainstBaseURL: false)!
    components.queryItems = list.queryItems
    var request = URLRequest(url: components.url!)
    request.httpMethod = "GET"
    for (name, value) in list.headerFields { request.setValue(value, forHTTPHeaderField: name) }
    return request
}

func bareFloor() -> URLRequest {
    URLRequest(url: URL(string: "\(baseURL.absoluteString)status")!)
}

func postFloor() throws -> URLRequest {
    let body = try encoder.encode(create.user)
    var request = URLRequest(url: URL(string: "\(baseURL.absoluteString)users")!)
    request.httpMethod = "POST"
    request.httpBody = body
    request.allHTTPHeaderFields = ["Content-Type": "application/json"]
    return request
}

func endpointGet() throws -> URLRequest { try list.request(baseURL: baseURL) }

try compare("GET, path, 3 query items, 3 header fields", floor: getConstant, endpoint: endpointGet)
try compare("  floor with a URL made at run time", floor: getFloor, endpoint: endpointGet)
try compare("  with a path segment, items from a literal", floor: getFloor) { try listOf.request(baseURL: baseURL) }
try compare("  with URLComponents and setValue", floor: getFloor, endpoint: usualGet)
try compare("bare GET", floor: bareFloor) { try BareGet().request(baseURL: baseURL) }
try compare("POST, JSON of 3 fields", floor: postFloor) { try create.request(baseURL: baseURL) }
