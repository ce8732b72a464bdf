public import EndpointController
@_spi(Tools) import Endpoint
public import Foundation

/// A description of the requests that a stub answers.
///
/// A part that you leave out may have any value:
///
/// ```swift
/// let matcher = RequestMatcher(method: .post, path: "/api/users", body: .jsonEncoded(ada))
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
        let place = (url ?? path).map { Redaction.standard.masked($0).visible } ?? "any URL"
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

extension RequestMatcher {
    /// Creates a matcher for the request of an endpoint; a matching request may have additional header fields.
    init(_ request: URLRequest) throws {
        let sent = try request.readOut()
        method = HTTPMethod(rawValue: sent.httpMethod ?? "GET")
        url = sent.url?.absoluteString
        queryItems = []
        headerFields = sent.allHTTPHeaderFields ?? [:]
        // A missing body counts as an empty body.
        let contentType = sent.value(forHTTPHeaderField: "Content-Type") ?? "application/octet-stream"
        body = .data(sent.httpBody ?? Data(), contentType: contentType)
    }

    /// Throws unless this matcher describes a request.
    ///
    /// The body of the request must already be in `httpBody`.
    ///
    /// - Throws: `RequestMismatch`, or another error if the matcher's body cannot be read.
    func check(_ request: URLRequest) throws {
        if let method { try request.expectMethod(method) }
        if let url { try request.expectURL(url) }
        if let path { try request.expectPath(path) }
        let found = FormField.all(inQueryOf: request)
        try request.expect("query item", queryItems, found: found, allowingOthers: true)
        for (name, value) in headerFields.sorted(by: { $0.key < $1.key }) {
            // Ignore the multipart boundary, because each request usually has a new boundary.
            let found = request.value(forHTTPHeaderField: name).map(MultipartBody.normalized)
            if RequestMismatch.areEqual(found, MultipartBody.normalized(contentType: value)) { continue }
            try request.expectHeaderField(name, value)
        }
        if let body { try request.expectBody(body.data(), contentType: body.contentType) }
    }
}
