package import Foundation

extension Credentials {
    /// Returns a JSON or form body with the values of its credentials hidden, and any other body unchanged.
    ///
    /// A body with a JSON content type is hidden as a whole if it cannot be parsed.
    package static func hidden(inBody data: Data, contentType: String) -> Data {
        let contentType = contentType.lowercased()
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            return Data(hidden(inForm: String(decoding: data, as: UTF8.self)).utf8)
        }
        let isJSON = contentType.contains("json")
        guard isJSON || startsLikeJSON(data) else { return data }
        guard let json = try? JSONSerialization.jsonObject(with: data.drop { isSpace($0) }, options: .fragmentsAllowed)
        else { return isJSON ? Data(mask.utf8) : data }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: hidden(inJSON: json), options: options)) ?? Data(mask.utf8)
    }

    private static func hidden(inJSON json: Any) -> Any {
        switch json {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { ($0, isCredential($0) ? mask : hidden(inJSON: $1)) })
        case let array as [Any]: array.map(hidden(inJSON:))
        case let text as String: startsLikeJSON(text.utf8) ? mask : hidden(inText: text)
        default: json
        }
    }

    /// Indicates whether the bytes seem to begin a JSON object or array, which some servers send with another content
    /// type or with none.
    private static func startsLikeJSON(_ text: some Sequence<UInt8>) -> Bool {
        let first = text.first { !isSpace($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Indicates whether a byte is white space, or part of a byte order mark in UTF-8.
    private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n\u{FEFF}".utf8.contains(byte) }
}
