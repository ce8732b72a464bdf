public import Foundation

extension HTTPBody {
    /// A body from a value, as JSON (RFC 8259).
    ///
    /// - Parameters:
    ///   - value: The value. It is encoded at once; what the encoder throws is thrown when a request is built.
    ///   - encoder: The encoder; by default that of `JSONEncoder.endpoint()`, which is also the one to begin with for
    ///     another, since one made anew writes dates as numbers.
    /// - Returns: The body, with the content type `application/json`.
    public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
        json { try (encoder ?? defaultJSONEncoder).encode(value) }
    }

    /// A body from a dictionary whose values are of different types, as a JSON object.
    ///
    /// ```swift
    /// let body = HTTPBody.json(object: ["name": "Ada", "admin": true, "tags": ["math", "code"]])
    /// ```
    ///
    /// - Parameter object: The members. Values are strings, numbers, booleans, `NSNull`, and arrays and dictionaries of
    ///   these; any other makes building the request throw ``EndpointRequestError/bodyNotEncodable(_:)``.
    /// - Returns: The body, with the content type `application/json`.
    public static func json(object: [String: Any]) -> HTTPBody {
        json {
            // `data(withJSONObject:)` raises an exception that Swift cannot catch where this is not so.
            guard JSONSerialization.isValidJSONObject(object) else {
                let place = invalidPlace(in: object, at: "") ?? ""
                let text = "JSON cannot represent the value at \(place.quoted)."
                // The value stays out of the error: beside it there may be secrets.
                throw EncodingError.invalidValue(place, .init(codingPath: [], debugDescription: text))
            }
            return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        }
    }

    /// Where in a JSON object there is a value that JSON cannot represent.
    private static func invalidPlace(in value: Any, at place: String) -> String? {
        switch value {
        case let object as [String: Any]:
            object.lazy.compactMap { invalidPlace(in: $1, at: place.isEmpty ? $0 : "\(place).\($0)") }.first
        case let array as [Any]:
            array.enumerated().lazy.compactMap { invalidPlace(in: $1, at: "\(place)[\($0)]") }.first
        default:
            JSONSerialization.isValidJSONObject([value]) ? nil : place
        }
    }

    private static func json(_ encode: () throws -> Data) -> HTTPBody {
        let content: Content
        do {
            content = .data(try encode())
        } catch {
            content = .failure(.bodyNotEncodable(error))
        }
        return HTTPBody(contentType: "application/json", content: content)
    }

    private static let defaultJSONEncoder = JSONEncoder.endpoint()
}
