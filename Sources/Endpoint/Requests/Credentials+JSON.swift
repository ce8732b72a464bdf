package import Foundation

/// Hides what is in JSON: in a body, or in the value of a query item or form field.
extension Credentials {
    /// A body with the values of credentials hidden, if it is JSON or a form; any other as it is.
    package static func hidden(inBody data: Data, contentType: String) -> Data {
        let contentType = contentType.lowercased()
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            return Data(hidden(inForm: String(decoding: data, as: UTF8.self)).utf8)
        }
        let isJSON = contentType.contains("json")
        // Some servers call JSON something else, or nothing. White space or a byte order mark may stand before it.
        let text = data.drop { " \t\r\n\u{FEFF}".utf8.contains($0) }
        guard isJSON || text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return data }
        guard let json = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed) else {
            return isJSON ? Data(mask.utf8) : data
        }
        let hidden = hidden(inJSONValue: json, nesting: 0, where: isCredential)
        return (try? JSONSerialization.data(withJSONObject: hidden, options: jsonOptions)) ?? data
    }

    private static let jsonOptions: JSONSerialization.WritingOptions = [
        .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
    ]

    private static func hidden(inJSONValue json: Any, nesting: Int, where isSecret: (String) -> Bool) -> Any {
        switch json {
        case let object as [String: Any]:
            object.reduce(into: [:]) { result, member in
                result[member.key] =
                    isSecret(member.key)
                    ? mask : hidden(inJSONValue: member.value, nesting: nesting, where: isSecret)
            }
        case let array as [Any]: array.map { hidden(inJSONValue: $0, nesting: nesting, where: isSecret) }
        case let text as String where nesting >= 3 && mayBeJSON(text) && text.utf8.contains(UInt8(ascii: "\"")):
            mask
        case let text as String:
            hidden(inJSON: text, nesting: nesting + 1, where: isSecret)
                ?? hidden(inText: text, nesting: nesting, where: isSecret)
        default: json
        }
    }

    /// The value of a field that is JSON, or was to be, with its credentials hidden; nil for any other.
    static func hidden(inFormValue value: String, nesting: Int, where isSecret: (String) -> Bool) -> String? {
        let text = decoded(value)
        guard mayBeJSON(text), text.utf8.contains(UInt8(ascii: "\"")) else { return nil }
        guard nesting < 3 else { return mask }
        // A space may be a plus; where one is meant, nothing but the text of what is shown changes.
        for text in [text, text.replacingOccurrences(of: "+", with: " ")] {
            guard let shown = hidden(inJSON: text, nesting: nesting + 1, where: isSecret) else { continue }
            return shown == text ? value : encoded(shown)
        }
        return mask
    }

    /// Whether a text starts like an object or an array.
    private static func mayBeJSON(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "+" && $0 != "\u{FEFF}" }
        return first == "{" || first == "["
    }

    /// A text of JSON with its credentials hidden, as it is if there are none; nil for a text that is no object and no
    /// array.
    private static func hidden(inJSON text: String, nesting: Int, where isSecret: (String) -> Bool) -> String? {
        guard mayBeJSON(text), let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
            let before = try? JSONSerialization.data(withJSONObject: json, options: jsonOptions),
            let after = try? JSONSerialization.data(
                withJSONObject: hidden(inJSONValue: json, nesting: nesting, where: isSecret), options: jsonOptions)
        else { return nil }
        return before == after ? text : String(decoding: after, as: UTF8.self)
    }
}
