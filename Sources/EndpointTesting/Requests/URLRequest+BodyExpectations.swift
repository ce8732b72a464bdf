public import EndpointController
@_spi(Tools) import Endpoint
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
    /// and strings are equal if their bytes are. A name that is repeated in an object must be repeated as often.
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
    public func expectJSONEncoded(_ value: some Encodable, encoder: JSONEncoder? = nil) throws {
        try expectJSON(of: .jsonEncoded(value, encoder: encoder))
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
    /// - Parameter fields: The fields, not encoded; a nil value equals an empty value. Their bytes are compared, and
    ///   the order matters only among fields with the same name. A field that is not UTF-8 matches none: use
    ///   ``expectText(_:)``.
    /// - Throws: ``RequestMismatch``, which names a field that differs, or `body` if the content type is wrong; another
    ///   error if the body cannot be read.
    public func expectForm(_ fields: [URLQueryItem]) throws {
        let body = try peekedBody()
        guard contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            let form = try? HTTPBody.formEncoded(fields).data()
            throw mismatch(
                expected: form.flatMap { Self.shown($0, "application/x-www-form-urlencoded") },
                found: Self.shown(body, contentType).map { "a body that is not a form: \($0)" })
        }
        // A form field that is sent always has a value, which may be empty.
        let expected = fields.map { URLQueryItem(name: $0.name, value: $0.value ?? "") }
        try expect("form field", expected, found: FormField.all(inForm: body))
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
                expected: SecretFilter().hidden(expected).text.visible,
                found: Self.shown(body, contentType).map { "a body that is not JSON: \($0)" })
        }
        try expect(expected, found: found)
    }
}

extension URLRequest {
    var contentType: String? { value(forHTTPHeaderField: "Content-Type") }

    /// Throws unless `httpBody` equals another body.
    ///
    /// JSON is compared by its values if `type` is a JSON type, `multipart/form-data` regardless of its boundary, and
    /// any other body by its bytes.
    func expectBody(_ expected: Data, contentType type: String?) throws(RequestMismatch) {
        let found = httpBody ?? Data()
        if BodyRecord.isJSON(type), let expected = JSON(expected), let found = JSON(found) {
            return try expect(expected, found: found)
        }
        let pair = (
            MultipartBody(expected, contentType: type)?.normalized ?? expected,
            MultipartBody(found, contentType: contentType)?.normalized ?? found
        )
        if pair.0 == pair.1 { return }
        throw mismatch(expected: Self.shown(pair.0, type), found: Self.shown(pair.1, contentType))
    }

    /// Throws a mismatch for the first place where two JSON values differ.
    func expect(_ expected: JSON, found: JSON) throws(RequestMismatch) {
        let all = JSONDifference.all(expected: expected, found: found)
        guard let first = all.first else { return }
        let isSecret = first.names.contains(where: Redaction.standard.isSecret)
        @Sendable func shown(_ value: JSON) -> String {
            isSecret ? FieldMask.text : SecretFilter().hidden(value).text.visible
        }
        let others = all.count > 1 ? " (the first of \(all.count) places)" : ""
        throw mismatch(
            at: " at \(first.path)\(others)", expected: first.expected.map(shown), found: first.found.map(shown))
    }

    func mismatch(
        at place: String = "",
        expected: @autoclosure @escaping @Sendable () -> String?,
        found: @autoclosure @escaping @Sendable () -> String?
    ) -> RequestMismatch {
        RequestMismatch("body\(place)", expected: expected(), found: found(), in: self)
    }

    /// Returns a body as text with recognised credentials hidden, its length if it is binary or wholly hidden, or nil
    /// if it is empty.
    static func shown(_ body: Data, _ contentType: String?) -> String? {
        switch BodyRecord(body, contentType: contentType, hiding: SecretFilter()) {
        case .json(let json): json.text.visible
        case .text(let text) where text.contains(where: { $0 != "*" }): text.quoted
        case .text, .data: "\(body.count) bytes"
        case nil: nil
        }
    }
}
