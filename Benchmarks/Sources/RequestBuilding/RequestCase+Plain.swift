import Endpoint
import EndpointController
import Foundation

/// Requests without a body.
extension RequestCase {
    static let baseURL = URL(string: "https://api.example.com/v3/")!

    static func plain() throws -> [RequestCase] {
        [
            try RequestCase(
                "bare GET",
                exact: [
                    "floor": ByHand.bareGet,
                    "floor, URL put together at run time": ByHand.bareGetOfBaseURL,
                    "struct": { try BareGet().request(baseURL: baseURL) },
                ],
                others: ["usual way": ByHand.usualBareGet]),
            try RequestCase(
                "GET with path, 3 query items, 3 header fields",
                exact: [
                    "floor": ByHand.listIssues,
                    "floor, URL put together at run time": ByHand.listIssuesOfAuthor,
                    "struct": { try ListIssues(author: author).request(baseURL: baseURL) },
                    "struct, path and items from data": {
                        try ListIssuesOf(owner: "swiftlang", author: author).request(baseURL: baseURL)
                    },
                    "struct, items": { try ListIssuesByItems(author: author).request(baseURL: baseURL) },
                    "RESTEndpoint": {
                        try rest(path: "repos/swiftlang/swift-foundation/issues").request(baseURL: baseURL)
                    },
                    "RESTEndpoint, path components": {
                        try rest(path: ["repos", "swiftlang", "swift-foundation", "issues"]).request(baseURL: baseURL)
                    },
                    "APIEndpointType": { try ListIssuesByAPI(author: author).request(baseURL: baseURL) },
                    "enum with 12 cases": { try IssuesAPI.list(author: author).request(baseURL: baseURL) },
                    "class": { try object.request(baseURL: baseURL) },
                    "AnyEndpoint": { try any.request },
                ],
                others: ["usual way": ByHand.usualListIssues]),
        ]
    }

    private static func rest(path: String) -> RESTEndpoint<Data> {
        RESTEndpoint(path: path, queryItems: items, headerFields: ListIssues(author: author).headerFields)
    }

    private static func rest(path: [any CustomStringConvertible]) -> RESTEndpoint<Data> {
        RESTEndpoint(path: .segments(path), queryItems: items, headerFields: ListIssues(author: author).headerFields)
    }

    private static var items: [URLQueryItem] { ListIssues(author: author).queryItems }

    private static let author = "Ada Lovelace & co"
    private nonisolated(unsafe) static let object = IssuesList(author: author)
    private static let any = AnyEndpoint(ListIssues(author: author).endpoint(baseURL: baseURL))
}
