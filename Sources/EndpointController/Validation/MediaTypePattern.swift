enum MediaTypePattern {
    /// - Parameters:
    ///   - contentType: The value of a `Content-Type`, with or without parameters; nil if there is none.
    ///   - patterns: Media types, in which `*` may stand for the subtype or for both parts.
    /// - Returns: `true` if a pattern matches.
    static func matches(_ contentType: String?, _ patterns: [String]) -> Bool {
        if patterns.contains("*/*") { return true }
        guard let contentType else { return false }
        let patterns = patterns.map(essence)
        let type = essence(contentType)
        let main = type.prefix { $0 != "/" }
        return patterns.contains { [type, main + "/*", "*/*"].contains($0) }
    }

    /// Returns the media type without its parameters, in lower case (RFC 9110, section 8.3.1).
    static func essence(_ contentType: String) -> String {
        contentType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
