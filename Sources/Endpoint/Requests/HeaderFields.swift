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
        var lengths: UInt64 = 0
        var mayRepeat = false
        for (name, value) in fields {
            let length: UInt64 = 1 << (name.utf8.count & 63)
            if lengths & length != 0 { mayRepeat = true }
            lengths |= length
            guard name.isHTTPToken else {
                throw .invalidHeaderFieldName(Redaction.standard.masked(inHeaderFieldName: name))
            }
            guard isValidValue(value) else {
                let shown = Redaction.standard.masked(value, ofHeaderField: name)
                throw .invalidHeaderFieldValue(name: name, value: shown)
            }
        }
        // Names that differ in length cannot be equal, which most requests show at no cost.
        guard mayRepeat else { return }
        var names: [String: String] = [:]
        names.reserveCapacity(fields.count)
        for name in fields.keys {
            if let other = names.updateValue(name, forKey: name.lowercased()) {
                throw .duplicateHeaderField(min(name, other), max(name, other))
            }
        }
    }

    /// Indicates whether a value holds no control character except tab, and neither starts nor ends with a space or tab
    /// (RFC 9110, section 5.5).
    package static func isValidValue(_ value: String) -> Bool {
        value.withBytes { bytes in
            guard !isSpace(bytes.first), !isSpace(bytes.last) else { return false }
            var previous: UInt8 = 0
            for byte in bytes where !(0x20..<0x7F ~= byte) {
                // U+0080 to U+009F, whose first byte is C2, are control characters too: a transport that sends ISO
                // 8859-1 writes each as a single byte.
                let isInC1 = previous == 0xC2 && byte < 0xA0
                if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F || isInC1 { return false }
                previous = byte
            }
            return true
        }
    }

    /// Indicates whether a value is a media type: `type/subtype`, with or without parameters (RFC 9110, section 8.3.1).
    ///
    /// Parameters are only checked to be a valid value of a header field.
    static func isMediaType(_ value: String) -> Bool {
        let hasTypes = value.withBytes { bytes in
            let type = bytes.prefix(while: CharacterClass.token.contains)
            let rest = bytes[type.endIndex...]
            let subtype = rest.dropFirst().prefix(while: CharacterClass.token.contains)
            let end = bytes[subtype.endIndex...].first { !isSpace($0) }
            return !type.isEmpty && rest.first == UInt8(ascii: "/") && !subtype.isEmpty
                && (end == nil || end == UInt8(ascii: ";"))
        }
        return hasTypes && isValidValue(value)
    }

    private static func isSpace(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
