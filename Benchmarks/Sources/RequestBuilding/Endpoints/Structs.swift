import Endpoint
import Foundation

/// A GET request with nothing but its URL.
struct BareGet {}

extension BareGet: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "status" }
}

/// A GET request with a path, three query items and three header fields.
struct ListIssues {
    let author: String
}

extension ListIssues: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType
{
    var method: HTTPMethod { .get }
    var relativeURLString: String { "repos/swiftlang/swift-foundation/issues" }

    var queryItems: [URLQueryItem] {
        [
            URLQueryItem(name: "state", value: "open"),
            URLQueryItem(name: "author", value: author),
            URLQueryItem(name: "per_page", value: "100"),
        ]
    }

    var headerFields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0"]
    }
}

/// The same request, with one conformance for all parts.
struct ListIssuesByAPI {
    let author: String
}

extension ListIssuesByAPI: APIEndpointType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "repos/swiftlang/swift-foundation/issues" }

    var queryItems: [URLQueryItem] {
        [
            URLQueryItem(name: "state", value: "open"),
            URLQueryItem(name: "author", value: author),
            URLQueryItem(name: "per_page", value: "100"),
        ]
    }

    var headerFields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0"]
    }
}

/// The same request, with query items from a literal.
struct ListIssuesByItems {
    let author: String
}

extension ListIssuesByItems: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
    QueryItemsProviderType, HeaderFieldsProviderType
{
    var method: HTTPMethod { .get }
    var relativeURLString: String { "repos/swiftlang/swift-foundation/issues" }
    var queryItems: [URLQueryItem] { .items(["state": "open", "author": author, "per_page": 100]) }

    var headerFields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0"]
    }
}

/// The same request, with a path made from data and query items from a literal.
struct ListIssuesOf {
    let owner: String
    let author: String
}

extension ListIssuesOf: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType,
    QueryItemsProviderType, HeaderFieldsProviderType
{
    var method: HTTPMethod { .get }
    var relativeURLString: String { "repos/\(segment: owner)/swift-foundation/issues" }
    var queryItems: [URLQueryItem] { .items(["state": "open", "author": author, "per_page": 100]) }

    var headerFields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0"]
    }
}

/// A GET request with any number of query items.
struct Search {
    let queryItems: [URLQueryItem]
}

extension Search: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "issues" }
}

/// A GET request with any number of header fields.
struct Annotated {
    let headerFields: [String: String]
}

extension Annotated: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, HeaderFieldsProviderType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "issues" }
}
