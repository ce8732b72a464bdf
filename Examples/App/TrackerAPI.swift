import EndpointPaging
import EndpointResilience
import EndpointStreaming
import Foundation

/// The servers of the issue tracker.
enum TrackerServer: String, ServerType {
    case login = "https://login.example.com/"
    case production = "https://tracker.example.com/api/"
}

typealias TrackerController = EndpointController<EndpointDefaultServerError>

/// An issue, as the list and the page of an issue show it.
nonisolated struct Issue: Codable, Hashable, Identifiable, Sendable {
    var id: Int
    var title: String
    var text: String
}

/// A few words of a summary.
nonisolated struct SummaryPiece: Codable, Sendable {
    var text: String
}

/// The open issues, page by page.
struct ListIssues {}

nonisolated extension ListIssues: APIEndpointType, PayloadProviderType {
    typealias Payload = [Issue]

    var relativeURLString: String { "issues" }
    var queryItems: [URLQueryItem] { .items(["state": "open"]) }
}

struct GetIssue {
    var id: Int
}

nonisolated extension GetIssue: APIEndpointType, PayloadProviderType {
    typealias Payload = Issue

    var relativeURLString: String { "issues/\(segment: id)" }
}

/// A summary of an issue, streamed while the server writes it.
struct SummarizeIssue {
    var id: Int
}

nonisolated extension SummarizeIssue: APIEndpointType, ElementsProviderType {
    var method: HTTPMethod { .post }
    var relativeURLString: String { "issues/\(segment: id)/summary" }
    var elementParser: ElementParser<SummaryPiece> { .jsonEvents(until: "[DONE]") }
}

struct SignIn {
    var user: String
    var password: String
}

nonisolated extension SignIn: APIEndpointType, PayloadProviderType {
    typealias Payload = OAuthTokens

    var method: HTTPMethod { .post }
    var relativeURLString: String { "sessions" }
    var body: HTTPBody { ["user": user, "password": password] }
}
