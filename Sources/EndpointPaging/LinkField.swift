import Foundation

/// The `Link` header field (RFC 8288, section 3), read as in appendix B of the RFC.
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

    /// The links of all lines; for a malformed line, only the links before its first malformed part.
    private(set) var links: [Link] = []
    /// A Boolean value that indicates whether all lines are well formed.
    private(set) var isWhole = true
    private var reader = FieldReader("")

    /// Reads each line of the field separately, so that a malformed line does not affect the others (appendix B.1).
    init(_ head: EndpointResponseHead) {
        for line in head.fieldLines where line.name.equalsIgnoringASCIICase("Link") {
            reader = FieldReader(line.value)
            if !readLinks() { isWhole = false }
        }
    }

    /// Reads the links of a line; stops and returns `false` at a malformed part.
    private mutating func readLinks() -> Bool {
        reader.skip(" \t,")
        while !reader.isAtEnd {
            guard let target = readTarget() else { return false }
            links.append(readParameters(of: target))
            guard reader.isAtEnd || reader.take(",") else { return false }
            reader.skip(" \t,")
        }
        return true
    }

    /// Returns the target of the first `next` link without an anchor, or nil if there is none.
    ///
    /// - Throws: `EndpointPagingError.invalidLinkField` if no such link was found and a part is malformed, because that
    ///   part may contain the link.
    static func next(in head: EndpointResponseHead) throws(EndpointPagingError) -> String? {
        let field = LinkField(head)
        if let link = field.links.first(where: { !$0.hasAnchor && $0.relations.contains("next") }) {
            return link.target
        }
        guard field.isWhole else { throw .invalidLinkField(head.headerField("Link") ?? "") }
        return nil
    }

    /// Reads a target in angle brackets; returns nil if a bracket is missing or another `<` precedes the `>`.
    private mutating func readTarget() -> String? {
        guard reader.take("<") else { return nil }
        let target = reader.read(until: "<>")
        return reader.take(">") ? target : nil
    }

    /// Reads the parameters of a link (RFC 8288, sections 3.2 and 3.3).
    private mutating func readParameters(of target: String) -> Link {
        var relations: [String]?
        var hasAnchor = false
        while let (name, value) = reader.parameter() {
            // Only the first `rel` counts (section 3.3).
            if name == "rel", relations == nil {
                relations = value.lowercased().components(separatedBy: [" ", "\t"]).filter { !$0.isEmpty }
            }
            if name == "anchor" { hasAnchor = true }
        }
        return Link(target: target, relations: relations ?? [], hasAnchor: hasAnchor)
    }
}
