package import Foundation

extension Credentials {
    /// Returns a JSON, form or multipart body with the values of its credentials hidden, and any other body unchanged.
    ///
    /// A body with a JSON content type is hidden as a whole if it cannot be parsed.
    package static func hidden(inBody data: Data, contentType: String) -> Data {
        if contentType.lowercased().hasPrefix("multipart/form-data") {
            return hidden(inMultipart: data, contentType: contentType)
        }
        let contentType = contentType.lowercased()
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            return Data(hidden(inForm: String(decoding: Array(data), as: UTF8.self)).utf8)
        }
        let isJSON = contentType.contains("json")
        let text = Array(data).drop(while: isSpace)
        guard isJSON || startsLikeJSON(text) else { return data }
        let trimmed = text.withUnsafeBufferPointer { Data($0) }
        guard let json = try? JSONSerialization.jsonObject(with: trimmed, options: .fragmentsAllowed) else {
            return isJSON ? Data(mask.utf8) : data
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: hidden(inJSON: json), options: options)) ?? Data(mask.utf8)
    }

    private static func hidden(inJSON json: Any) -> Any {
        switch json {
        case var object as [String: Any]:
            for (name, value) in object {
                object.updateValue(isCredential(name) ? mask : hidden(inJSON: value), forKey: name)
            }
            return object
        case let array as [Any]: return array.map(hidden(inJSON:))
        case let text as String:
            return startsLikeJSON(Array(text.utf8).drop(while: isSpace)) ? mask : hidden(inText: text)
        default: return json
        }
    }

    /// Indicates whether text without white space at its start seems to begin a JSON object or array, which some
    /// servers send with another content type or with none.
    private static func startsLikeJSON(_ text: ArraySlice<UInt8>) -> Bool {
        text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    }

    /// Indicates whether a byte is white space, or part of a byte order mark in UTF-8.
    private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n\u{FEFF}".utf8.contains(byte) }
}
