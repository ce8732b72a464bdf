public import Foundation

extension HTTPBody {
    /// Creates a body from an object literal, as `application/x-www-form-urlencoded`.
    ///
    /// ```swift
    /// let body = HTTPBody.form(["grant_type": "refresh_token", "refresh_token": token])
    /// let nested = HTTPBody.form(["amount": 2000, "metadata": ["order": order], "expand": ["customer", "invoice"]])
    /// // amount=2000&metadata[order]=6735&expand[]=customer&expand[]=invoice
    /// ```
    ///
    /// See ``JSONLiteral`` for how to nest literals with values of different types. Brackets are percent-encoded. For a
    /// value that is not a literal, use ``formEncoded(_:encoder:)``.
    ///
    /// - Parameters:
    ///   - literal: The fields, in order. Nil values are left out, and a name may occur more than once. If a value
    ///     cannot be encoded, building the request throws ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written;
    ///     by default `QueryEncoder()`.
    /// - Returns: The body.
    public static func form(_ literal: JSONLiteral, encoder: QueryEncoder = QueryEncoder()) -> HTTPBody {
        formEncoded(literal, encoder: encoder)
    }

    /// Creates a body from query items, as `application/x-www-form-urlencoded`.
    ///
    /// Serialisation follows the WHATWG URL standard (section 5.2). A space becomes `+`, and everything else except
    /// ASCII letters and digits, `*`, `-`, `.` and `_` is percent-encoded. A field whose value is nil is sent with an
    /// empty value.
    ///
    /// - Parameter items: The fields, in order.
    /// - Returns: The body.
    public static func formEncoded(_ items: [URLQueryItem]) -> HTTPBody {
        let data = PercentEncodedWriter.data(capacity: PercentEncodedWriter.capacity(for: items)) { writer in
            var isFirst = true
            for item in items {
                if !isFirst { writer.append(UInt8(ascii: "&")) }
                isFirst = false
                writer.append(formComponent: item.name)
                writer.append(UInt8(ascii: "="))
                writer.append(formComponent: item.value ?? "")
            }
        }
        return HTTPBody(contentType: "application/x-www-form-urlencoded", content: .data(data))
    }

    /// Creates a body from an `Encodable` value, as `application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary with string keys. If the
    ///     encoder throws, building the request throws ``EndpointRequestError/bodyNotEncodable(_:)``.
    ///   - encoder: The encoder, which defines how nested values, arrays, dates, booleans and data are written;
    ///     by default `QueryEncoder()`.
    /// - Returns: The body.
    public static func formEncoded(_ value: some Encodable, encoder: QueryEncoder = QueryEncoder()) -> HTTPBody {
        do {
            return formEncoded(try encoder.encode(value))
        } catch {
            return HTTPBody(
                contentType: "application/x-www-form-urlencoded",
                content: .failure(.bodyNotEncodable(error))
            )
        }
    }
}

extension PercentEncodedWriter {
    fileprivate mutating func append(formComponent text: String) {
        append(text) { byte in
            if CharacterClass.queryItem.contains(byte), CharacterClass.token.contains(byte), byte != UInt8(ascii: "~") {
                return byte
            }
            return switch byte {
            case UInt8(ascii: " "): UInt8(ascii: "+")
            case UInt8(ascii: "*"): byte
            default: nil
            }
        }
    }
}
