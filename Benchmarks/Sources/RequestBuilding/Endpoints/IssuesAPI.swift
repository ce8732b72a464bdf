import Endpoint
import Foundation

/// An API as one enum, whose first case makes the same request as `ListIssues`.
enum IssuesAPI {
    case list(author: String)
    case issue(Int)
    case create(title: String)
    case edit(Int, title: String)
    case lock(Int)
    case unlock(Int)
    case comments(Int)
    case comment(Int, text: String)
    case assign(Int, to: String)
    case labels
    case addLabel(Int, name: String)
    case removeLabel(Int, name: String)
}

extension IssuesAPI: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType
{
    var method: HTTPMethod {
        switch self {
        case .list, .issue, .comments, .labels: .get
        case .create, .comment, .assign, .addLabel: .post
        case .edit: .patch
        case .lock: .put
        case .unlock, .removeLabel: .delete
        }
    }

    var relativeURLString: String {
        switch self {
        case .list, .create: "repos/swiftlang/swift-foundation/issues"
        case .issue(let number), .edit(let number, _): "repos/swiftlang/swift-foundation/issues/\(number)"
        case .lock(let number), .unlock(let number): "repos/swiftlang/swift-foundation/issues/\(number)/lock"
        case .comments(let number), .comment(let number, _):
            "repos/swiftlang/swift-foundation/issues/\(number)/comments"
        case .assign(let number, _): "repos/swiftlang/swift-foundation/issues/\(number)/assignees"
        case .labels: "repos/swiftlang/swift-foundation/labels"
        case .addLabel(let number, _): "repos/swiftlang/swift-foundation/issues/\(number)/labels"
        case .removeLabel(let number, let name):
            "repos/swiftlang/swift-foundation/issues/\(number)/labels/\(segment: name)"
        }
    }

    var queryItems: [URLQueryItem] {
        guard case .list(let author) = self else { return [] }
        return [
            URLQueryItem(name: "state", value: "open"),
            URLQueryItem(name: "author", value: author),
            URLQueryItem(name: "per_page", value: "100"),
        ]
    }

    var headerFields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0"]
    }

    var body: HTTPBody? {
        switch self {
        case .create(let title), .edit(_, let title): .json(["title": title])
        case .comment(_, let text): .json(["body": text])
        case .assign(_, let name): .json(["assignees": [name]])
        case .addLabel(_, let name): .json(["labels": [name]])
        case .list, .issue, .lock, .unlock, .comments, .labels, .removeLabel: nil
        }
    }
}
