public import EndpointController
public import Foundation

/// A description of the requests that a stub answers.
///
/// A part that you leave out may have any value:
///
/// ```swift
/// let matcher = RequestMatcher(method: .post, path: "/api/users", body: .json(ada))
/// ```
public struct RequestMatcher: Sendable {
    var method: HTTPMethod?
    var url: String?
    var path: String?
    var queryItems: [URLQueryItem]
    var headerFields: [String: String]
    var body: HTTPBody?

    /// A matcher for any request.
    public static let any = RequestMatcher()

    /// Creates a matcher from the parts that a request must have.
    ///
    /// - Parameters:
    ///   - method: The method; by default any.
    ///   - url: The whole URL with its query, as it is sent; by default any.
    ///   - path: The path of the URL, percent-encoded, as it is sent; by default any.
    ///   - queryItems: Query items, not percent-encoded, with all values of each name in order; by default none. The
    ///     request may have items with other names.
    ///   - headerFields: Header fields; by default none. The request may have further header fields.
    ///   - body: The body; by default any. JSON with a JSON content type is compared by its values, multipart/form-data
    ///     regardless of its boundary, and any other body by its bytes.
    public init(
        method: HTTPMethod? = nil,
        url: URL? = nil,
        path: String? = nil,
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil
    ) {
        self.method = method
        self.url = url?.absoluteString
        self.path = path
        self.queryItems = queryItems
        self.headerFields = headerFields
        self.body = body
    }
}

extension RequestMatcher: _OpaqueType {
    /// The method, the URL or path, the names of query items and header fields, and the presence of a body, with
    /// recognised credentials in the URL or path hidden.
    public var description: String {
        let place = (url ?? path).map { Credentials.hidden(inURL: $0).visible } ?? "any URL"
        var parts = ["\(method?.rawValue.visible ?? "any method") \(place)"]
        if !queryItems.isEmpty { parts.append("query items \(Self.list(queryItems.map(\.name)))") }
        if !headerFields.isEmpty { parts.append("header fields \(Self.list(Array(headerFields.keys)))") }
        if let body, (try? body.contentLength) != 0 { parts.append("a body") }
        return parts.joined(separator: " with ")
    }

    private static func list(_ names: [String]) -> String {
        Set(names).sorted().joined(separator: ", ").visible
    }
}
