public import EndpointController
public import Foundation

extension URLRequest {
    /// Throws unless the request has a certain method.
    ///
    /// Expectations work in Swift Testing and in XCTest alike, because they throw:
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

    /// Throws unless the URL, including its query, equals a certain URL character by character.
    ///
    /// - Parameter url: The URL, as it is sent.
    /// - Throws: ``RequestMismatch``.
    public func expectURL(_ url: String) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).url(url) { throw mismatch }
    }

    /// Throws unless the URL has a certain path.
    ///
    /// - Parameter path: The path, percent-encoded, as it is sent.
    /// - Throws: ``RequestMismatch``.
    public func expectPath(_ path: String) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).path(path) { throw mismatch }
    }

    /// Throws unless the URL has certain query items and no others.
    ///
    /// ```swift
    /// try request.expectQueryItems(.items(["sort": "created", "page": 2]))
    /// ```
    ///
    /// - Parameter items: The items, not percent-encoded. Their order matters only among items with the same name.
    /// - Throws: ``RequestMismatch``, which names the first item that differs.
    public func expectQueryItems(_ items: [URLQueryItem]) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).queryItems(items) { throw mismatch }
    }

    /// Throws unless a header field has a certain value.
    ///
    /// - Parameters:
    ///   - name: The name of the field, in upper or lower case.
    ///   - value: The value, or nil if the field must be absent.
    /// - Throws: ``RequestMismatch``, which hides the value if the name suggests a credential.
    public func expectHeaderField(_ name: String, _ value: String?) throws(RequestMismatch) {
        if let mismatch = RequestComparison(request: self).headerField(name, value) { throw mismatch }
    }
}
