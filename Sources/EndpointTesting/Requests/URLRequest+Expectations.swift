import Endpoint
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
        let found = httpMethod ?? "GET"
        if found == method.rawValue { return }
        throw RequestMismatch("method", expected: method.rawValue.visible, found: found.visible, in: self)
    }

    /// Throws unless the URL, including its query, equals the given URL character by character.
    ///
    /// - Parameter url: The expected absolute URL, percent-encoded.
    /// - Throws: ``RequestMismatch``.
    public func expectURL(_ url: String) throws(RequestMismatch) {
        let found = self.url?.absoluteString ?? ""
        if found == url { return }
        func shown(_ url: String) -> String { Credentials.hidden(inURL: url).quoted }
        throw RequestMismatch("URL", expected: shown(url), found: shown(found), in: self)
    }

    /// Throws unless the URL has the given path.
    ///
    /// - Parameter path: The expected path, percent-encoded.
    /// - Throws: ``RequestMismatch``.
    public func expectPath(_ path: String) throws(RequestMismatch) {
        // An empty path is sent as `/` (RFC 9112, section 3.2.1).
        func sent(_ path: String) -> String { path.isEmpty ? "/" : path }
        let (expected, found) = (sent(path), sent(url?.path(percentEncoded: true) ?? ""))
        if found == expected { return }
        // The path may contain another URL, which may have user information.
        func shown(_ path: String) -> String { Credentials.hidden(inURL: path).quoted }
        throw RequestMismatch("path", expected: shown(expected), found: shown(found), in: self)
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
        try expect("query item", items, found: FormFields.items(inQueryOf: self))
    }

    /// Throws unless a header field has the given value.
    ///
    /// - Parameters:
    ///   - name: The case-insensitive name of the field.
    ///   - value: The expected value, or nil if the field must be absent.
    /// - Throws: ``RequestMismatch``, which hides the value if the name suggests a credential.
    public func expectHeaderField(_ name: String, _ value: String?) throws(RequestMismatch) {
        let found = self.value(forHTTPHeaderField: name)
        if RequestMismatch.areEqual(found, value) { return }
        func shown(_ value: String) -> String { Credentials.hidden(inValue: value, ofHeaderField: name).quoted }
        throw RequestMismatch(
            "header field \(name.quoted)", expected: value.map(shown), found: found.map(shown), in: self)
    }

    /// Throws unless the fields of a query or form are equal; order matters only among fields with the same name.
    func expect(_ part: String, _ expected: [URLQueryItem], found: [URLQueryItem]) throws(RequestMismatch) {
        func shown(_ items: [URLQueryItem]) -> String? {
            if items.isEmpty { return nil }
            return items.map { item in
                guard let value = item.value else { return "no value" }
                if Credentials.isCredential(item.name) { return Credentials.mask }
                return NamedSecrets().hidden(inText: value).quoted
            }.joined(separator: ", ")
        }
        for name in Set((expected + found).map(\.name)).sorted() {
            let (expected, found) = (expected.filter { $0.name == name }, found.filter { $0.name == name })
            let areEqual = expected.elementsEqual(found) {
                RequestMismatch.areEqual($0.name, $1.name) && RequestMismatch.areEqual($0.value, $1.value)
            }
            if areEqual { continue }
            throw RequestMismatch(
                "\(part) \(name.quoted)", expected: shown(expected), found: shown(found), in: self)
        }
    }
}
