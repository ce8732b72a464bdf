/// What HTTP asks of header fields, checked before a transport sees them: some transports send whatever they are given.
package enum HeaderFields {
    /// Adds a field unless there is one of that name, in whatever case.
    static func add(_ name: String, _ value: String, to fields: inout [String: String]) {
        guard !fields.keys.contains(where: { $0.equalsIgnoringASCIICase(name) }) else { return }
        fields[name] = value
    }

    /// Checks names, values, and that no two names are equal but for case.
    package static func validate(_ fields: [String: String]) throws(EndpointRequestError) {
        // A bit for each name, by its letters whatever their case: two names of the same field have the same bit, and
        // only where two names have the same bit they need a closer look.
        var seen: UInt64 = 0
        var mayHaveDuplicate = false
        for (name, value) in fields {
            guard let bit = name.withBytes(bit(ofName:)), isValidValue(value) else { throw fault(in: fields) }
            if seen & bit != 0 { mayHaveDuplicate = true }
            seen |= bit
        }
        if mayHaveDuplicate { try refuseDuplicate(in: fields) }
    }

    @inline(never)
    private static func fault(in fields: [String: String]) -> EndpointRequestError {
        for (name, value) in fields {
            if !name.isHTTPToken { return .invalidHeaderFieldName(Credentials.hidden(inHeaderFieldName: name)) }
            let shown = Credentials.hidden(inValue: value, ofHeaderField: name)
            if !isValidValue(value) { return .invalidHeaderFieldValue(name: name, value: shown) }
        }
        fatalError()
    }

    /// A field value holds no control character but tab, and neither starts nor ends with white space
    /// (RFC 9110, section 5.5).
    static func isValidValue(_ value: String) -> Bool {
        switch value.withBytes(content(ofValue:)) {
        case .ascii: true
        // The control characters U+0080 to U+009F: a transport that sends ISO 8859-1 makes single bytes of them.
        case .unicode: !value.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
        case .invalid: false
        }
    }

    private enum ValueContent {
        case ascii
        case unicode
        case invalid
    }

    // Neither this nor the next is inlined: what builds a request just fits into the instruction cache.
    @inline(never)
    private static func content(ofValue bytes: UnsafeBufferPointer<UInt8>) -> ValueContent {
        var content = ValueContent.ascii
        var index = -1
        while true {
            index = CharacterClass.fieldValue.end(in: bytes, from: index + 1)
            if index == bytes.count { break }
            if bytes[index] < 0x80 { return .invalid }
            content = .unicode
        }
        guard let first = bytes.first, let last = bytes.last else { return content }
        return isWhitespace(first) || isWhitespace(last) ? .invalid : content
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// A bit that is the same for names that are equal but for case; nil for a name that is no token.
    @inline(never)
    private static func bit(ofName bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard let first = bytes.first, let last = bytes.last else { return nil }
        guard CharacterClass.token.end(in: bytes, from: 0) == bytes.count else { return nil }
        // In a token, bytes that differ in this bit alone are letters of different case, or rare.
        let number = bytes.count &* 11 &+ Int(first | 0x20) &* 5 &+ Int(last | 0x20)
        return 1 << (number & 63)
    }

    /// A number that is the same for names that are equal but for case.
    private static func hash(ofName bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1 | 0x20) }
    }

    private static func refuseDuplicate(in fields: [String: String]) throws(EndpointRequestError) {
        // Among many names some have the same bit, but hardly any the same number.
        let hashes = fields.keys.map { $0.withBytes(hash(ofName:)) }.sorted()
        guard zip(hashes, hashes.dropFirst()).contains(where: ==) else { return }
        var seen: [String: String] = [:]
        for name in fields.keys {
            guard let other = seen.updateValue(name, forKey: name.lowercased()) else { continue }
            throw .duplicateHeaderField(min(name, other), max(name, other))
        }
    }
}
