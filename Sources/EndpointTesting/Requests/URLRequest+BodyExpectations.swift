public import Endpoint
import EndpointController
public import Foundation

extension URLRequest {
    /// Throws unless the body is JSON that equals an object or array literal, regardless of layout and the order of
    /// members.
    ///
    /// ```swift
    /// try request.expectJSON(["name": "Ada", "age": 36, "tags": ["math", "code"]])
    /// ```
    ///
    /// A streamed `HTTPBody` is read from its start, and can still be sent. Other streams cannot be checked. Names of
    /// members are equal if they are canonically equivalent in Unicode.
    ///
    /// - Parameters:
    ///   - literal: The members or elements. Nil values are left out; write `JSONLiteral.null` where you expect null.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`.
    /// - Throws: ``RequestMismatch``, which names the first place that differs, such as `$.users[2].name`; another
    ///   error if the literal cannot be encoded or the body cannot be read.
    public func expectJSON(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) throws {
        try expectJSON(of: .json(literal, encoder: encoder))
    }

    /// Throws unless the body is JSON that equals an encoded value, regardless of layout and the order of members.
    ///
    /// A streamed `HTTPBody` is read from its start, and can still be sent. Other streams cannot be checked.
    ///
    /// - Parameters:
    ///   - value: The expected value.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`.
    /// - Throws: ``RequestMismatch``, which names the first place that differs, such as `$.users[2].name`; another
    ///   error if the value cannot be encoded or the body cannot be read.
    @_disfavoredOverload
    public func expectJSON(_ value: some Encodable, encoder: JSONEncoder? = nil) throws {
        try expectJSON(of: .json(value, encoder: encoder))
    }

    /// Throws unless the body is JSON that equals a JSON text, regardless of layout and the order of members.
    ///
    /// - Parameter text: The expected JSON.
    /// - Throws: ``RequestMismatch``, which names the first place that differs; ``FixtureError/invalidJSON`` if the
    ///   text is not JSON; another error if the body cannot be read.
    public func expectJSON(text: String) throws {
        try expectJSON(of: .json(text: text))
    }

    /// Throws unless the body is the given text in UTF-8.
    ///
    /// - Parameter text: The expected text.
    /// - Throws: ``RequestMismatch``, or another error if the body cannot be read.
    public func expectText(_ text: String) throws {
        let body = try peekedBody()
        if body == Data(text.utf8) { return }
        let contentType = value(forHTTPHeaderField: "Content-Type")
        func shown(_ body: Data) -> String? { RequestComparison.shown(body, contentType) }
        throw RequestComparison(request: self).mismatch("body", shown(Data(text.utf8)), shown(body))
    }

    /// Throws unless the body is a form (`application/x-www-form-urlencoded`) with exactly the given fields.
    ///
    /// - Parameter fields: The fields, not encoded; a nil value equals an empty value. The order of fields matters only
    ///   among fields with the same name.
    /// - Throws: ``RequestMismatch``, which names a field that differs, or `body` if the content type is not that of a
    ///   form; another error if the body cannot be read.
    public func expectForm(_ fields: [URLQueryItem]) throws {
        let comparison = RequestComparison(request: self)
        let body = try peekedBody()
        let contentType = value(forHTTPHeaderField: "Content-Type") ?? ""
        guard contentType.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
            let shown = RequestComparison.shown(body, contentType).map { "\($0), which is not a form" }
            throw comparison.mismatch("body", RequestComparison.shown(fields), shown)
        }
        let found = FormFields.items(inForm: String(decoding: body, as: UTF8.self))
        // A form field that is sent always has a value, which may be empty.
        let expected = fields.map { URLQueryItem(name: $0.name, value: $0.value ?? "") }
        if let mismatch = comparison.fields(expected, found, part: "form field") { throw mismatch }
    }

    /// Throws if the request has a body that is not empty.
    ///
    /// - Throws: ``RequestMismatch``, or another error if the body cannot be read.
    public func expectNoBody() throws {
        let body = try peekedBody()
        let contentType = value(forHTTPHeaderField: "Content-Type")
        let comparison = RequestComparison(request: self)
        if !body.isEmpty { throw comparison.mismatch("body", nil, RequestComparison.shown(body, contentType)) }
    }

    private func expectJSON(of expected: HTTPBody) throws {
        guard let expected = JSON(try expected.data()) else { throw FixtureError.invalidJSON }
        let comparison = RequestComparison(request: self)
        let body = try peekedBody()
        guard let found = JSON(body) else {
            let contentType = value(forHTTPHeaderField: "Content-Type")
            let shown = RequestComparison.shown(body, contentType).map { "\($0), which is not JSON" }
            throw comparison.mismatch("body", CassetteSecrets().hidden(expected).text.visible, shown)
        }
        if let mismatch = comparison.json(expected, found) { throw mismatch }
    }
}
