public import Foundation

extension HTTPBody {
    /// Creates a body from an object or array literal, as JSON (RFC 8259).
    ///
    /// ```swift
    /// let body = HTTPBody.json(["title": title, "year": 1843, "note": note, "tags": ["math", "code"]])
    /// ```
    ///
    /// Nil values are left out, even from arrays and dictionaries within the literal. See ``JSONLiteral`` for how to
    /// send null and how to nest literals with values of different types. For a value that is not a literal, use
    /// ``jsonEncoded(_:encoder:)``.
    ///
    /// - Parameters:
    ///   - literal: The members or elements. Building the request throws ``EndpointRequestError/bodyNotEncodable(_:)``
    ///     if a value cannot be encoded, or if two members of a ``JSONLiteral`` have the same name and are not nil.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`.
    /// - Returns: The body, with the content type `application/json`.
    public static func json(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) -> HTTPBody {
        jsonEncoded(literal, encoder: encoder)
    }

    /// Creates a body from an `Encodable` value, as JSON (RFC 8259).
    ///
    /// The nil values of a dictionary or an array are sent as null.
    ///
    /// - Parameters:
    ///   - value: The value, which is encoded when the body is created. If the encoder throws, building the request
    ///     throws ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`. Start with that encoder to make your own, because
    ///     a new `JSONEncoder` writes dates as numbers.
    /// - Returns: The body, with the content type `application/json`.
    // Not an overload of `json`, because the compiler would then need a minute for a literal with a wrong value.
    public static func jsonEncoded(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
        let content: Content
        do {
            content = .data(try (encoder ?? defaultJSONEncoder).encode(value))
        } catch {
            content = .failure(.bodyNotEncodable(error))
        }
        return HTTPBody(contentType: "application/json", content: content)
    }

    private static let defaultJSONEncoder = JSONEncoder.endpoint()
}

extension HTTPBody: ExpressibleByDictionaryLiteral {
    /// Creates a JSON body from an object literal, as ``json(_:encoder:)`` does.
    ///
    /// ```swift
    /// extension CreateUser: BodyProviderType {
    ///     var body: HTTPBody { ["name": name, "admin": false] }
    /// }
    /// ```
    ///
    /// In this form, the compiler names a value that is not `Encodable` at once. After `.json`, it may take long if
    /// the literal has many operators.
    ///
    /// - Parameter elements: The members. A member whose value is nil is left out.
    public init(dictionaryLiteral elements: (String, JSONLiteral.Member?)...) {
        self = .json(JSONLiteral(members: elements))
    }
}
