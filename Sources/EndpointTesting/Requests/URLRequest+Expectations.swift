public import EndpointController
@_spi(Tools) import Endpoint
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
        try expect("method", method.rawValue, found: httpMethod ?? "GET") { $0.visible }
    }

    /// Throws a ``RequestMismatch`` unless the URL equals an absolute, percent-encoded URL character by character.
    public func expectURL(_ url: String) throws(RequestMismatch) {
        try expect("URL", url, found: self.url?.absoluteString ?? "") { Redaction.standard.masked($0).quoted }
    }

    /// Throws a ``RequestMismatch`` unless the URL has the given percent-encoded path.
    public func expectPath(_ path: String) throws(RequestMismatch) {
        // An empty path is sent as `/` (RFC 9112, section 3.2.1).
        func sent(_ path: String) -> String { path.isEmpty ? "/" : path }
        try expect("path", sent(path), found: sent(url?.path(percentEncoded: true) ?? "")) {
            // The path may contain another URL, which may have user information.
            Redaction.standard.masked($0).quoted
        }
    }

    /// Throws unless the URL has exactly the given query items.
    ///
    /// ```swift
    /// try request.expectQueryItems(.items(["sort": "created", "page": 2]))
    /// ```
    ///
    /// - Parameter items: The items, not percent-encoded. Their bytes are compared, and the order matters only among
    ///   items with the same name. An item that is not UTF-8 matches none: use ``expectURL(_:)``.
    /// - Throws: ``RequestMismatch``, which names an item that differs.
    public func expectQueryItems(_ items: [URLQueryItem]) throws(RequestMismatch) {
        try expect("query item", items, found: FormField.all(inQueryOf: self))
    }

    /// Throws unless a header field has the given value.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name of the field.
    ///   - value: The expected value, or nil if the field must be absent.
    /// - Throws: ``RequestMismatch``, which hides the value if the name suggests a credential.
    public func expectHeaderField(_ name: String, _ value: String?) throws(RequestMismatch) {
        try expect("header field \(name.quoted)", value, found: self.value(forHTTPHeaderField: name)) {
            Redaction.standard.masked($0, ofHeaderField: name).quoted
        }
    }

    /// Throws unless two texts have the same bytes; `show` returns the form in which a mismatch contains a text.
    private func expect(
        _ part: String, _ expected: String?, found: String?, show: @escaping @Sendable (String) -> String
    ) throws(RequestMismatch) {
        if RequestMismatch.areEqual(expected, found) { return }
        throw RequestMismatch(part, expected: expected.map(show), found: found.map(show), in: self)
    }

    /// Throws unless the fields of a query or form are equal; order matters only among fields with the same name.
    func expect(
        _ part: String, _ expected: [URLQueryItem], found: [FormField], allowingOthers: Bool = false
    ) throws(RequestMismatch) {
        @Sendable func shown(_ fields: [FormField]) -> String? {
            fields.isEmpty ? nil : fields.map(\.shownValue).joined(separator: ", ")
        }
        let expected = expected.map(FormField.init)
        for field in expected + (allowingOthers ? [] : found) {
            let (expected, found) = (expected.filter { $0.name == field.name }, found.filter { $0.name == field.name })
            if expected == found { continue }
            throw RequestMismatch(
                "\(part) \(field.shownName)", expected: shown(expected), found: shown(found), in: self)
        }
    }
}
