import Foundation

enum MediaTypePattern {
    /// - Parameters:
    ///   - contentType: The value of a `Content-Type`, with or without parameters; nil if there is none.
    ///   - patterns: Media types, in which `*` may stand for the subtype, for the subtype before its suffix, as in
    ///     `application/*+json` (RFC 6838, section 4.2.8), or for both parts.
    /// - Returns: `true` if a pattern matches.
    static func matches(_ contentType: String?, _ patterns: [String]) -> Bool {
        if patterns.contains("*/*") { return true }
        guard let contentType else { return false }
        let patterns = patterns.map(essence)
        let type = essence(contentType)
        let main = type.prefix { $0 != "/" }
        let suffix = type.lastIndex(of: "+").map { type[$0...] } ?? ""
        return !Set(["*/*", type, "\(main)/*", "\(main)/*\(suffix)"]).isDisjoint(with: patterns)
    }

    /// Returns the media type without its parameters, in lower case (RFC 9110, section 8.3.1).
    static func essence(_ contentType: String) -> String {
        contentType.prefix { $0 != ";" }.trimmingCharacters(in: [" ", "\t"]).lowercased()
    }
}
