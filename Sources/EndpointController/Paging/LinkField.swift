/// Reads the `Link` header field (RFC 8288, section 3) as its appendix B.2 does, but for what it would drop in silence.
struct LinkField {
    private var rest: ArraySlice<UInt8>

    private init(_ value: String) {
        rest = Array(value.utf8)[...]
    }

    /// The target of the first link to a next page, or nil if there is none.
    ///
    /// - Throws: `EndpointPagingError.invalidLinkField`, for a link to a next page may hide in what cannot be read.
    static func next(in value: String) throws(EndpointPagingError) -> String? {
        var field = LinkField(value)
        field.skip(" \t,")
        while !field.rest.isEmpty {
            guard let target = field.readTarget() else { throw .invalidLinkField(value) }
            if field.readParameters().isNext { return target }
            guard field.rest.isEmpty || field.rest.first == UInt8(ascii: ",") else { throw .invalidLinkField(value) }
            field.skip(" \t,")
        }
        return nil
    }

    /// What stands in the angle brackets; nil if there are none.
    private mutating func readTarget() -> String? {
        guard take("<"), rest.contains(UInt8(ascii: ">")) else { return nil }
        defer { rest = rest.dropFirst() }
        return read(until: ">")
    }

    private mutating func readParameters() -> LinkParameters {
        var parameters = LinkParameters()
        skip(" \t")
        while take(";") {
            skip(" \t")
            let name = trimmed(read(until: "=;,")).lowercased()
            var value = ""
            if take("=") {
                skip(" \t")
                value = take("\"") ? readQuotedString() : trimmed(read(until: ";,"))
            }
            parameters.add(name, value)
            skip(" \t")
        }
        return parameters
    }

    /// The text of a quoted string whose first quote has been read (RFC 9110, section 5.6.4).
    private mutating func readQuotedString() -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            bytes.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skip(_ characters: String) {
        rest = rest.drop(while: characters.utf8.contains)
    }

    private mutating func read(until ends: String) -> String {
        let bytes = rest.prefix { !ends.utf8.contains($0) }
        rest = rest[bytes.endIndex...]
        return String(decoding: bytes, as: UTF8.self)
    }

    private func trimmed(_ text: String) -> String {
        String(text.reversed().drop { " \t".contains($0) }.reversed())
    }
}

/// What the parameters of a link say (RFC 8288, section 3.4).
private struct LinkParameters {
    private var relations: [Substring]?
    private var isOfOtherPage = false

    /// Whether the link leads from the response that it came with to the next page.
    var isNext: Bool { !isOfOtherPage && relations?.contains { $0.lowercased() == "next" } == true }

    mutating func add(_ name: String, _ value: String) {
        switch name {
        // Only the first one counts (section 3.3).
        case "rel": relations = relations ?? value.split { " \t".contains($0) }
        case "anchor": isOfOtherPage = true
        default: break
        }
    }
}
