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
        // Without an authority, as in `mailto:`, the scheme defines the meaning of the path.
        if layout.scheme != nil, layout.authority == nil { return reference }
        var path = reference[layout.path]
        var result: [UInt8] = []
        if layout.authority != nil {
            if layout.scheme == nil, let scheme = baseLayout.scheme { result += base[...scheme.upperBound] }
            result += reference[..<layout.path.lowerBound]
        } else {
            result += base[..<baseLayout.path.lowerBound]
            if path.isEmpty {
                result += base[baseLayout.path]
                result += layout.query.isEmpty ? base[baseLayout.query] : reference[layout.query]
                result += reference[layout.fragment]
                return result
            }
            if path.first != UInt8(ascii: "/") {
                let folder = base[baseLayout.path]
                let folderEnd = folder.lastIndex(of: UInt8(ascii: "/")) ?? folder.startIndex
                path = (Array(folder[..<folderEnd]) + [UInt8(ascii: "/")] + path)[...]
            }
        }
        result += removingDotSegments(from: path)
        result += reference[layout.path.upperBound...]
        return result
    }

    /// Resolves the dot segments of a path that is empty or starts with a slash (RFC 3986, section 5.2.4).
    static func removingDotSegments(from path: ArraySlice<UInt8>) -> [UInt8] {
        guard !path.isEmpty else { return [] }
        var kept: [ArraySlice<UInt8>] = []
        var endsInDots = false
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let dots = segment.allSatisfy { $0 == UInt8(ascii: ".") } ? segment.count : 0
            endsInDots = 1...2 ~= dots
            if dots == 2 { _ = kept.popLast() }
            if !endsInDots { kept.append(segment) }
        }
        // If the path ends in a dot segment, the result ends in a slash.
        if endsInDots { kept.append([]) }
        var result: [UInt8] = []
        for segment in kept {
            result.append(UInt8(ascii: "/"))
            result += segment
        }
        return result
    }
}
