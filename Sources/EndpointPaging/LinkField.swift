import EndpointSupport
import Foundation

/// The `Link` header field (RFC 8288, section 3), read as in appendix B of the RFC.
struct LinkField {
    /// The targets of the links, with their relation types in lower case; of a malformed line, only of the links before
    /// its first malformed part.
    ///
    /// A link with an anchor is omitted, because it may lead from another page, not from this response.
    private(set) var links: [(target: String, relations: [String])] = []
    /// A Boolean value that indicates whether all lines are well formed.
    private(set) var isWhole = true

    init(_ head: EndpointResponseHead) {
        // A malformed line does not affect the others (appendix B.1).
        for line in head.fieldLines where line.name.utf8.lazy.map({ $0 | 0x20 }).elementsEqual("link".utf8) {
            var reader = FieldReader(line.value)
            reader.skip(" \t,")
            while !reader.isAtEnd {
                guard readLink(&reader), reader.isAtEnd || reader.take(",") else {
                    isWhole = false
                    break
                }
                reader.skip(" \t,")
            }
        }
    }

    /// Reads a link and its parameters (sections 3.2 and 3.3); returns false if its target is not in angle brackets.
    private mutating func readLink(_ reader: inout FieldReader) -> Bool {
        guard reader.take("<") else { return false }
        let target = reader.read(until: "<>")
        guard reader.take(">") else { return false }
        var relations: String?
        var hasAnchor = false
        while let (name, value) = reader.parameter() {
            // Only the first `rel` counts (section 3.3).
            if name == "rel" { relations = relations ?? value }
            if name == "anchor" { hasAnchor = true }
        }
        let types = (relations ?? "").lowercased().components(separatedBy: [" ", "\t"]).filter { !$0.isEmpty }
        if !hasAnchor { links.append((target, types)) }
        return true
    }

    /// Returns the target of the first link with a relation type, in lower case, or nil if there is none.
    ///
    /// - Throws: `EndpointPagingError.invalidLinkField` if no such link was found and a part is malformed, because that
    ///   part may contain the link.
    static func target(of relation: String, in head: EndpointResponseHead) throws(EndpointPagingError) -> String? {
        let field = LinkField(head)
        if let link = field.links.first(where: { $0.relations.contains(relation) }) { return link.target }
        guard field.isWhole else { throw .invalidLinkField(head.headerField("Link") ?? "") }
        return nil
    }
}
