import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests without a body.
extension ByHand {
    private static var fields: [String: String] {
        ["Accept": "application/json", "Authorization": "Bearer 0123456789abcdef", "User-Agent": "Benchmarks/1.0"]
    }

    private static let encodedAuthor = "Ada%20Lovelace%20%26%20co"

    static func get(_ url: String, _ fields: [String: String] = [:]) -> URLRequest {
        var request = URLRequest(url: URL(string: url)!)
        if !fields.isEmpty { request.allHTTPHeaderFields = fields }
        return request
    }

    static func usualGet(_ path: String, _ items: [URLQueryItem], _ fields: [String: String]) -> URLRequest {
        let url = RequestCase.baseURL.appendingPathComponent(path)
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)!
        if !items.isEmpty { components.queryItems = items }
        var request = URLRequest(url: components.url!)
        request.httpMethod = "GET"
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    static func bareGet() -> URLRequest {
        get("https://api.example.com/v3/status")
    }

    static func bareGetOfBaseURL() -> URLRequest {
        get("\(RequestCase.baseURL.absoluteString)status")
    }

    static func usualBareGet() -> URLRequest {
        var request = URLRequest(url: RequestCase.baseURL.appendingPathComponent("status"))
        request.httpMethod = "GET"
        return request
    }

    static func listIssues() -> URLRequest {
        let url = """
            https://api.example.com/v3/repos/swiftlang/swift-foundation/issues\
            ?state=open&author=Ada%20Lovelace%20%26%20co&per_page=100
            """
        return get(url, fields)
    }

    static func listIssuesOfAuthor() -> URLRequest {
        let path = "repos/swiftlang/swift-foundation/issues"
        let query = "state=open&author=\(encodedAuthor)&per_page=100"
        return get("\(RequestCase.baseURL.absoluteString)\(path)?\(query)", fields)
    }

    static func usualListIssues() -> URLRequest {
        usualGet(
            "repos/swiftlang/swift-foundation/issues",
            [
                URLQueryItem(name: "state", value: "open"),
                URLQueryItem(name: "author", value: "Ada Lovelace & co"),
                URLQueryItem(name: "per_page", value: "100"),
            ],
            fields)
    }
}
