public import Foundation

extension HTTPBody {
    /// Creates a body from an object or array literal, as JSON (RFC 8259).
    ///
    /// ```swift
    /// let body = HTTPBody.json(["title": title, "year": 1843, "note": note, "tags": ["math", "code"]])
    /// ```
    ///
    /// Nil values are left out, even from arrays and dictionaries within the literal. See ``JSONLiteral`` for how to
    /// send null and how to nest literals with values of different types. If you pass a dictionary or array from a
    /// variable instead of a literal, its nil values are sent as null.
    ///
    /// - Parameters:
    ///   - literal: The members or elements. Building the request throws ``EndpointRequestError/bodyNotEncodable(_:)``
    ///     if a value cannot be encoded, or if two members of a ``JSONLiteral`` have the same name and are not nil.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`.
    /// - Returns: The body, with the content type `application/json`.
    public static func json(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) -> HTTPBody {
        encoded(literal, by: encoder)
    }

    /// Creates a body from an `Encodable` value, as JSON (RFC 8259).
    ///
    /// - Parameters:
    ///   - value: The value, which is encoded when the body is created. If the encoder throws, building the request
    ///     throws ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder; by default `JSONEncoder.endpoint()`. Start with that encoder to make your own, because
    ///     a new `JSONEncoder` writes dates as numbers.
    /// - Returns: The body, with the content type `application/json`.
    // Disfavored: otherwise the compiler would read a literal with optionals as a dictionary or array, whose nil values
    // are sent as null.
    @_disfavoredOverload
    public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
        encoded(value, by: encoder)
    }

    private static func encoded(_ value: some Encodable, by encoder: JSONEncoder?) -> HTTPBody {
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
