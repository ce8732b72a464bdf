/// Checks header fields against the rules of HTTP, because some transports send any field unchanged.
package enum HeaderFields {
    /// Adds a field unless there is already a field of that name, regardless of case.
    static func add(_ name: String, _ value: String, to fields: inout [String: String]) {
        // The usual case: a literal costs less than an insertion.
        if fields.isEmpty { return fields = [name: value] }
        guard !fields.keys.contains(where: { $0.equalsIgnoringASCIICase(name) }) else { return }
        fields[name] = value
    }

    /// Checks names and values, and refuses two names that are equal except for case.
    package static func validate(_ fields: [String: String]) throws(EndpointRequestError) {
        // Names that differ in length cannot be equal, which most requests show at no cost.
        var lengths: UInt64 = 0
        var mayRepeat = false
        for (name, value) in fields {
            let length: UInt64 = 1 << (name.utf8.count & 63)
            if lengths & length != 0 { mayRepeat = true }
            lengths |= length
            guard name.isHTTPToken else {
                throw .invalidHeaderFieldName(Credentials.hidden(inHeaderFieldName: name))
            }
            guard isValidValue(value) else {
                let shown = Credentials.hidden(inValue: value, ofHeaderField: name)
                throw .invalidHeaderFieldValue(name: name, value: shown)
            }
        }
        if mayRepeat, let (name, other) = duplicate(in: Array(fields.keys)) {
            throw .duplicateHeaderField(min(name, other), max(name, other))
        }
    }

    /// Indicates whether a value holds no control character except tab, and neither starts nor ends with a space or tab
    /// (RFC 9110, section 5.5).
    package static func isValidValue(_ value: String) -> Bool {
        guard !isSpace(value.utf8.first), !isSpace(value.utf8.last) else { return false }
        if value.withBytes({ $0.allSatisfy(CharacterClass.fieldValue.contains) }) { return true }
        // U+0080 to U+009F are control characters too: a transport that sends ISO 8859-1 writes each as a single byte.
        return value.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII ? CharacterClass.fieldValue.contains(UInt8(scalar.value)) : scalar.value > 0x9F
        }
    }

    /// Indicates whether a value is a media type: `type/subtype`, with or without parameters (RFC 9110, section 8.3.1).
    ///
    /// Parameters are only checked to be a valid value of a header field.
    static func isMediaType(_ value: String) -> Bool {
        let type = value.utf8.prefix(while: CharacterClass.token.contains)
        let afterType = value.utf8[type.endIndex...]
        let subtype = afterType.dropFirst().prefix(while: CharacterClass.token.contains)
        let afterSubtype = value.utf8[subtype.endIndex...].drop(while: isSpace)
        return !type.isEmpty && afterType.first == UInt8(ascii: "/") && !subtype.isEmpty
            && (afterSubtype.first ?? UInt8(ascii: ";")) == UInt8(ascii: ";") && isValidValue(value)
    }

    private static func isSpace(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Returns two names that are equal except for case, or nil if there are none.
    private static func duplicate(in names: [String]) -> (String, String)? {
        // For a handful of names, comparing each with each is faster than hashing.
        if names.count <= 16 {
            for index in names.indices {
                for other in names[..<index] where names[index].equalsIgnoringASCIICase(other) {
                    return (names[index], other)
                }
            }
            return nil
        }
        var seen: [String: String] = [:]
        for name in names {
            if let other = seen.updateValue(name, forKey: name.lowercased()) { return (name, other) }
        }
        return nil
    }
}
