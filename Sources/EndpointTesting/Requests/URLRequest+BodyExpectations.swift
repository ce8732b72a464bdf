public import EndpointController
public import Foundation

extension URLRequest {
    /// Throws unless the body is JSON that equals an object or array literal, regardless of layout and the order of
    /// members.
    ///
    /// ```swift
    /// try request.expectJSON(["name": "Ada", "age": 36, "tags": ["math", "code"]])
    /// ```
    ///
    /// A streamed `HTTPBody` is read from its start, and can still be sent. Any other stream causes an error. Names
    /// of members are equal if they are canonically equivalent in Unicode.
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
    /// A streamed `HTTPBody` is read from its start, and can still be sent. Any other stream causes an error.
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
    ///   text is not valid JSON or is nested too deeply; another error if the body cannot be read.
    public func expectJSON(text: String) throws {
        try expectJSON(of: .json(text: text))
    }

    /// Throws a ``RequestMismatch`` unless the body is the given text in UTF-8, or another error if it cannot be read.
    public func expectText(_ text: String) throws {
        let body = try peekedBody()
        let expected = Data(text.utf8)
        if body == expected { return }
        throw mismatch(expected: Self.shown(expected, contentType), found: Self.shown(body, contentType))
    }

    /// Throws unless the body is a form (`application/x-www-form-urlencoded`) with exactly the given fields.
    ///
    /// - Parameter fields: The fields, not encoded; a nil value equals an empty value. The order of fields matters only
    ///   among fields with the same name.
    /// - Throws: ``RequestMismatch``, which names a field that differs, or `body` if the content type is wrong; another
    ///   error if the body cannot be read.
    public func expectForm(_ fields: [URLQueryItem]) throws {
        let body = try peekedBody()
        guard contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            let form = try? HTTPBody.form(fields).data()
            throw mismatch(
                expected: form.flatMap { Self.shown($0, "application/x-www-form-urlencoded") },
                found: Self.shown(body, contentType).map { "\($0), which is not a form" })
        }
        // A form field that is sent always has a value, which may be empty.
        let expected = fields.map { URLQueryItem(name: $0.name, value: $0.value ?? "") }
        try expect("form field", expected, found: FormFields.items(inForm: String(decoding: body, as: UTF8.self)))
    }

    /// Throws a ``RequestMismatch`` if the body is not empty, or another error if it cannot be read.
    public func expectNoBody() throws {
        let body = try peekedBody()
        if !body.isEmpty { throw mismatch(expected: nil, found: Self.shown(body, contentType)) }
    }

    private func expectJSON(of expected: HTTPBody) throws {
        guard let expected = JSON(try expected.data()) else { throw FixtureError.invalidJSON }
        let body = try peekedBody()
        guard let found = JSON(body) else {
            throw mismatch(
                expected: NamedSecrets().hidden(expected).text.visible,
                found: Self.shown(body, contentType).map { "\($0), which is not JSON" })
        }
        try expect(expected, found: found)
    }
}
