import Endpoint
import Foundation

/// A class for the same request as `ListIssues`.
class IssuesList: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType
{
    let author: String

    init(author: String) {
        self.author = author
    }

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
