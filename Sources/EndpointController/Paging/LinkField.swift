/// The `Link` header field (RFC 8288, section 3), read as in appendix B.2 of the RFC.
struct LinkField {
    struct Link {
        /// The text between the angle brackets.
        let target: String
        /// The relation types, in lower case.
        let relations: [String]
        /// A Boolean value that indicates whether the link has an anchor: such a link may lead from another page, not
        /// from this response.
        let hasAnchor: Bool
    }

    /// The links before the first malformed part.
    private(set) var links: [Link] = []
    /// A Boolean value that indicates whether the whole value is well formed.
    private(set) var isWhole = true
    private var rest: ArraySlice<UInt8>

    init(_ value: String) {
        rest = Array(value.utf8)[...]
        isWhole = readLinks()
    }

    /// Reads the links; stops and returns `false` at a malformed part.
    private mutating func readLinks() -> Bool {
        skip(" \t,")
        while !rest.isEmpty {
            guard let target = readTarget() else { return false }
            links.append(readParameters(of: target))
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return false }
            skip(" \t,")
        }
        return true
    }

    /// Returns the target of the first `next` link without an anchor, or nil if there is none.
    ///
    /// - Throws: `EndpointPagingError.invalidLinkField` if there is no such link before a malformed part, because that
    ///   part may contain the link.
    static func next(in value: String) throws(EndpointPagingError) -> String? {
        let field = LinkField(value)
        if let link = field.links.first(where: { !$0.hasAnchor && $0.relations.contains("next") }) {
            return link.target
        }
        guard field.isWhole else { throw .invalidLinkField(value) }
        return nil
    }

    /// Reads a target in angle brackets; nil if a bracket is missing.
    private mutating func readTarget() -> String? {
        guard take("<"), rest.contains(UInt8(ascii: ">")) else { return nil }
        defer { rest = rest.dropFirst() }
        return read(until: ">")
    }

    /// Reads the parameters of a link (RFC 8288, sections 3.2 and 3.3).
    private mutating func readParameters(of target: String) -> Link {
        var relations: [String]?
        var hasAnchor = false
        skip(" \t")
        while take(";") {
            skip(" \t")
            let name = trimmed(read(until: "=;,")).lowercased()
            var value = ""
            if take("=") {
                skip(" \t")
                value = take("\"") ? readQuotedString() : trimmed(read(until: ";,"))
            }
            // Only the first `rel` counts (section 3.3).
            if name == "rel" { relations = relations ?? value.split { " \t".contains($0) }.map { $0.lowercased() } }
            if name == "anchor" { hasAnchor = true }
            skip(" \t")
        }
        return Link(target: target, relations: relations ?? [], hasAnchor: hasAnchor)
    }

    /// Reads a quoted string, after its opening quote, up to its closing quote or the end (RFC 9110, section 5.6.4).
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
