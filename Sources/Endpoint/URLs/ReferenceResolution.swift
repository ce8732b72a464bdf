/// Resolves references against base URLs (RFC 3986, sections 5.2.2 to 5.2.4).
///
/// Foundation leaves the dot segments of some references in place; the affected references differ between platforms.
enum ReferenceResolution {
    /// Resolves a reference against a base URL.
    ///
    /// - Parameters:
    ///   - reference: The reference, with its path, query and fragment already percent-encoded.
    ///   - base: A URL with a scheme and an authority.
    /// - Returns: The bytes of the resolved URL.
    static func resolved(_ reference: [UInt8], base: [UInt8]) -> [UInt8] {
        let layout = URLLayout(reference)
        let baseLayout = URLLayout(base)
        let path = reference[layout.path]
        let rest = reference[layout.path.upperBound...]
        if layout.authority != nil {
            let scheme = layout.scheme == nil ? base.prefix((baseLayout.scheme?.upperBound ?? -1) + 1) : []
            return Array(scheme) + reference[..<layout.path.lowerBound] + removingDotSegments(from: path) + rest
        }
        // Without an authority, as in `mailto:`, the scheme defines the meaning of the path.
        if layout.scheme != nil { return reference }
        let origin = Array(base[..<baseLayout.path.lowerBound])
        if path.isEmpty {
            let query = layout.query.isEmpty ? base[baseLayout.query] : reference[layout.query]
            return origin + base[baseLayout.path] + query + reference[layout.fragment]
        }
        if path.first == UInt8(ascii: "/") { return origin + removingDotSegments(from: path) + rest }
        let folderEnd = base[baseLayout.path].lastIndex(of: UInt8(ascii: "/")) ?? baseLayout.path.lowerBound
        let folder = base[baseLayout.path.lowerBound..<folderEnd]
        return origin + removingDotSegments(from: folder + [UInt8(ascii: "/")] + path) + rest
    }

    /// Resolves the dot segments of a path that is empty or starts with a slash (RFC 3986, section 5.2.4).
    static func removingDotSegments(from path: ArraySlice<UInt8>) -> [UInt8] {
        guard !path.isEmpty else { return [] }
        var kept: [ArraySlice<UInt8>] = []
        var endsInDots = false
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let isParent = segment.elementsEqual("..".utf8)
            endsInDots = isParent || segment.elementsEqual(".".utf8)
            if isParent { _ = kept.popLast() }
            if !endsInDots { kept.append(segment) }
        }
        // If the path ends in a dot segment, the result ends in a slash.
        if endsInDots { kept.append([]) }
        return kept.flatMap { [UInt8(ascii: "/")] + $0 }
    }
}
