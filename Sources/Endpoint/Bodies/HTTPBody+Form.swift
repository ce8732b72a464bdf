public import Foundation

extension HTTPBody {
    /// A body from fields, as `application/x-www-form-urlencoded`.
    ///
    /// ```swift
    /// let body = HTTPBody.form(.items(["grant_type": "refresh_token", "refresh_token": token]))
    /// ```
    ///
    /// Serialisation follows the WHATWG URL standard (section 5.2): a space becomes `+`, and everything but ASCII
    /// letters and digits, `*`, `-`, `.` and `_` is percent-encoded. A field without a value is sent as empty.
    ///
    /// - Parameter items: The fields, in order.
    /// - Returns: The body.
    public static func form(_ items: [URLQueryItem]) -> HTTPBody {
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

    /// A body from a value, as `application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - value: A value that encodes as a keyed container, such as a struct or a dictionary. An error of the encoder
    ///     is thrown when a request is built.
    ///   - encoder: Defines how nested values, dates, booleans and data are written.
    /// - Returns: The body.
    public static func form(encoding value: some Encodable, encoder: QueryEncoder = QueryEncoder()) -> HTTPBody {
        do {
            return form(try encoder.encode(value))
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
            switch byte {
            case UInt8(ascii: " "): UInt8(ascii: "+")
            case UInt8(ascii: "*"): byte
            case UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "?"): nil
            default: CharacterClass.queryItem.contains(byte) ? byte : nil
            }
        }
    }
}
