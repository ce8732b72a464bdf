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
        // The fast checks come first: most fields are ASCII, and most names differ in `Outline.bit`.
        var isPlain = true
        var seen: UInt64 = 0
        var mayHaveDuplicate = false
        for (name, value) in fields {
            let (name, value) = (name.withBytes(Outline.init), value.withBytes(Outline.init))
            if !name.isToken || !value.isPlainValue { isPlain = false }
            if seen & name.bit != 0 { mayHaveDuplicate = true }
            seen |= name.bit
        }
        if !isPlain { try refuseInvalid(in: fields) }
        if mayHaveDuplicate { try refuseDuplicate(in: fields) }
    }

    /// Indicates whether a value holds no control character except tab, and neither starts nor ends with a space or tab
    /// (RFC 9110, section 5.5).
    package static func isValidValue(_ value: String) -> Bool {
        let outline = value.withBytes(Outline.init)
        if outline.isPlainValue { return true }
        // U+0080 to U+009F are control characters too: a transport that sends ISO 8859-1 writes each as a single byte.
        return !outline.hasWhitespaceAround
            && value.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII ? CharacterClass.fieldValue.contains(UInt8(scalar.value)) : scalar.value > 0x9F
            }
    }

    private static func refuseInvalid(in fields: [String: String]) throws(EndpointRequestError) {
        for (name, value) in fields {
            guard name.isHTTPToken else {
                throw .invalidHeaderFieldName(Credentials.hidden(inHeaderFieldName: name))
            }
            guard isValidValue(value) else {
                let shown = Credentials.hidden(inValue: value, ofHeaderField: name)
                throw .invalidHeaderFieldValue(name: name, value: shown)
            }
        }
    }

    private static func refuseDuplicate(in fields: [String: String]) throws(EndpointRequestError) {
        // Among many names, some have the same bit, but hardly any have the same hash.
        guard hasEqualHashes(fields.keys) else { return }
        var seen: [String: String] = [:]
        for name in fields.keys {
            guard let other = seen.updateValue(name, forKey: name.lowercased()) else { continue }
            throw .duplicateHeaderField(min(name, other), max(name, other))
        }
    }

    private static func hasEqualHashes(_ names: Dictionary<String, String>.Keys) -> Bool {
        // A table with free places costs less than sorting the hashes, or than a `Set`. Zero marks a free place, so no
        // hash is zero.
        var table = [UInt64](repeating: 0, count: 4 * names.count)
        for name in names {
            let hash = name.withBytes(hash(ofName:)) | 1
            var place = Int(hash % UInt64(table.count))
            while table[place] != 0 {
                if table[place] == hash { return true }
                place = (place + 1) % table.count
            }
            table[place] = hash
        }
        return false
    }

    /// Returns a number that is the same for names that are equal except for case.
    private static func hash(ofName bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1 | 0x20) }
    }
}

/// The properties of a name or value, found in a single pass over its bytes.
private struct Outline {
    private let classes: CharacterClass
    private let count: Int
    private let first: UInt8
    private let last: UInt8

    // Not inlined, so that the code that builds a request still fits in the instruction cache.
    @inline(never)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        classes = .common(to: bytes)
        count = bytes.count
        first = bytes.first ?? 0
        last = bytes.last ?? 0
    }

    var isToken: Bool { count > 0 && classes.includes(.token) }

    /// A Boolean value that indicates whether this is a valid value that consists only of ASCII characters.
    var isPlainValue: Bool { classes.includes(.fieldValue) && !hasWhitespaceAround }

    var hasWhitespaceAround: Bool { Self.isWhitespace(first) || Self.isWhitespace(last) }

    /// A bit that is the same for names that are equal except for case.
    var bit: UInt64 {
        // Token bytes that differ only in the bit 0x20 are nearly always the same letter in another case.
        1 << ((count &* 11 &+ Int(first | 0x20) &* 5 &+ Int(last | 0x20)) & 63)
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
