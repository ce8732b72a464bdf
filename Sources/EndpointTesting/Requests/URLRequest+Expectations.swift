public import EndpointController
public import Foundation

extension URLRequest {
    /// Throws unless the request has the given method.
    ///
    /// The `expect` methods work in both Swift Testing and XCTest, because they throw errors:
    ///
    /// ```swift
    /// let request = try CreateUser(name: "Ada").request(baseURL: staging)
    /// try request.expectMethod(.post)
    /// try request.expectPath("/api/users")
    /// try request.expectJSON(text: #"{"name": "Ada"}"#)
    /// ```
    ///
    /// - Parameter method: The expected method.
    /// - Throws: ``RequestMismatch``.
    public func expectMethod(_ method: HTTPMethod) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).method(method.rawValue) { throw mismatch }
    }

    /// Throws unless the URL, including its query, equals the given URL character by character.
    ///
    /// - Parameter url: The expected absolute URL, percent-encoded.
    /// - Throws: ``RequestMismatch``.
    public func expectURL(_ url: String) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).url(url) { throw mismatch }
    }

    /// Throws unless the URL has the given path.
    ///
    /// - Parameter path: The expected path, percent-encoded.
    /// - Throws: ``RequestMismatch``.
    public func expectPath(_ path: String) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).path(path) { throw mismatch }
    }

    /// Throws unless the URL has exactly the given query items.
    ///
    /// ```swift
    /// try request.expectQueryItems(.items(["sort": "created", "page": 2]))
    /// ```
    ///
    /// - Parameter items: The items, not percent-encoded. The order matters only among items with the same name.
    /// - Throws: ``RequestMismatch``, which names an item that differs.
    public func expectQueryItems(_ items: [URLQueryItem]) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).queryItems(items) { throw mismatch }
    }

    /// Throws unless a header field has the given value.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name of the field.
    ///   - value: The expected value, or nil if the field must be absent.
    /// - Throws: ``RequestMismatch``, which hides the value if the name suggests a credential.
    public func expectHeaderField(_ name: String, _ value: String?) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).headerField(name, value) { throw mismatch }
    }
}
