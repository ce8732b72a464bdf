import Endpoint
import Foundation
import Measuring

/// Requests of increasing size.
extension RequestCase {
    private static let sizes = [1, 4, 16, 64, 256]

    static func growing() throws -> [RequestCase] {
        [
            RequestCase("query items", try sizes.flatMap { try waysWithQueryItems($0) }),
            RequestCase("header fields", try sizes.flatMap { try waysWithHeaderFields($0) }),
        ]
    }

    private static func waysWithQueryItems(_ count: Int) throws -> [Way] {
        let items = (0..<count).map { URLQueryItem(name: "filter\($0)", value: "value \($0) & more") }
        let query = (0..<count).map { "filter\($0)=value%20\($0)%20%26%20more" }.joined(separator: "&")
        let floor = "https://api.example.com/v3/issues?\(query)"
        return try ways(
            [
                "floor": { ByHand.get(floor) },
                "struct": { try Search(queryItems: items).request(baseURL: baseURL) },
                "usual way": { ByHand.usualGet("issues", items, [:]) },
            ], size: count)
    }

    private static func waysWithHeaderFields(_ count: Int) throws -> [Way] {
        let fields = Dictionary(uniqueKeysWithValues: (0..<count).map { ("X-Field-\($0)", "value \($0) and more") })
        return try ways(
            [
                "floor": { ByHand.get("https://api.example.com/v3/issues", fields) },
                "struct": { try Annotated(headerFields: fields).request(baseURL: baseURL) },
                "usual way": { ByHand.usualGet("issues", [], fields) },
            ], size: count)
    }
}
