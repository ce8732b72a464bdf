public import Foundation

extension Redaction {
    /// Returns a JSON, form or multipart body with its secrets hidden, and any other body unchanged.
    ///
    /// A body with a JSON content type is hidden as a whole if it cannot be parsed, and any JSON that is more than 100
    /// levels deep, or in UTF-16 with more than 100 opening brackets.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - contentType: The media type of the body; if it is not that of a form or of JSON, a body that begins like
    ///     JSON counts as JSON.
    /// - Returns: The body to show.
    public func masked(_ data: Data, contentType: String) -> Data {
        if contentType.lowercased().hasPrefix("multipart/form-data") {
            return masked(inMultipart: data, contentType: contentType)
        }
        let contentType = contentType.lowercased()
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            return Data(masked(inForm: String(decoding: Array(data), as: UTF8.self)).utf8)
        }
        let isJSON = contentType.contains("json")
        let text = Array(data).drop(while: Self.isSpace)
        guard isJSON || Self.startsLikeJSON(text.drop { $0 == 0 }) else { return data }
        if Self.isTooDeep(json: text) { return Data(Self.mask.utf8) }
        let trimmed = text.withUnsafeBufferPointer { Data($0) }
        guard let json = try? JSONSerialization.jsonObject(with: trimmed, options: .fragmentsAllowed) else {
            return isJSON || text.first == 0 ? Data(Self.mask.utf8) : data
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: masked(inJSON: json), options: options))
            ?? Data(Self.mask.utf8)
    }

    /// Indicates whether JSON may have more than 100 levels: Foundation reads and writes each level on the stack, and a
    /// thread of Apple's systems may have only 512 KB.
    @_spi(Tools) public static func isTooDeep(json text: ArraySlice<UInt8>) -> Bool {
        // In UTF-16 and UTF-32, which have zero bytes, a byte does not tell the end of a string: count all brackets.
        if text.contains(0) { return text.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } > 100 }
        var (depth, greatest, isString, isEscaped) = (0, 0, false, false)
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isString
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString:
                depth += 1
                greatest = max(greatest, depth)
            case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString: depth -= 1
            default: break
            }
        }
        return greatest > 100
    }

    private func masked(inJSON json: Any) -> Any {
        switch json {
        case var object as [String: Any]:
            for (name, value) in object {
                object.updateValue(isSecret(name) ? Self.mask : masked(inJSON: value), forKey: name)
            }
            return object
        case let array as [Any]: return array.map(masked(inJSON:))
        case let text as String:
            return Self.startsLikeJSON(Array(text.utf8).drop(while: Self.isSpace)) ? Self.mask : masked(text)
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
