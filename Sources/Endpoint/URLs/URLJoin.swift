import Foundation

/// The fast path for resolving a reference: for common references and base URLs, the result is the start of the base
/// URL followed by the reference.
///
/// If joining might give a wrong result, `URLResolution` resolves the reference in the general way.
enum URLJoin {
    /// Returns the resolved URL with the query items appended, or nil if joining might give a wrong result.
    static func string(base: String, reference: String, queryItems: [URLQueryItem]) -> String? {
        base.utf8.withContiguousStorageIfAvailable { base in
            reference.utf8.withContiguousStorageIfAvailable { reference in
                guard let baseLayout = BaseLayout(base), let layout = ReferenceLayout(reference) else { return nil }
                let kept = baseLayout.kept(for: layout.kind)
                let capacity = base.count + 1 + 3 * reference.count + PercentEncodedWriter.capacity(for: queryItems)
                return PercentEncodedWriter.string(capacity: capacity) { writer in
                    writer.append(base[..<kept])
                    if layout.kind == .relativePath, kept == baseLayout.authorityEnd {
                        writer.append(UInt8(ascii: "/"))
                    }
                    if layout.isPlain { writer.append(reference[...]) } else { writer.append(reference: reference) }
                    let queryLength = layout.kind == .empty ? baseLayout.queryLength : layout.queryLength
                    writer.append(queryItems, queryLength: queryLength)
                }
            } ?? nil
        } ?? nil
    }
}

private struct BaseLayout {
    let authorityEnd: Int
    /// The number of bytes in the query, without its `?`; nil without a query.
    let queryLength: Int?
    private let directoryEnd: Int
    private let fragmentStart: Int

    /// Returns nil for a URL without a scheme or host, with user information, with brackets or escapes in the host,
    /// with a port that is too large, or with a path that has an escape or may hold a dot segment.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let slash = UInt8(ascii: "/")
        var index = CharacterClass.scheme.end(in: bytes, from: 0)
        guard index > 0, index + 3 < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        guard bytes[index + 1] == slash, bytes[index + 2] == slash else { return nil }
        index += 3
        let authorityStart = index
        // Most hosts consist only of characters that a scheme may have.
        index = CharacterClass.scheme.end(in: bytes, from: index)
        var colon: Int?
        while index < bytes.count, bytes[index] != slash, !Self.endsPath(bytes[index]) {
            switch bytes[index] {
            case UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "%"): return nil
            case UInt8(ascii: ":"): colon = index
            default: break
            }
            index += 1
        }
        guard index > authorityStart, bytes[authorityStart] != UInt8(ascii: ":") else { return nil }
        authorityEnd = index
        // A port with five or more digits may be too large.
        if let colon, index - colon > 5, URLLayout.port(bytes[(colon + 1)..<index]) ?? .max > 65_535 { return nil }
        var directoryEnd = index
        while index < bytes.count, !Self.endsPath(bytes[index]) {
            switch bytes[index] {
            case slash: directoryEnd = index + 1
            case UInt8(ascii: "."): if directoryEnd == index { return nil }
            case UInt8(ascii: "%"): return nil
            default: break
            }
            index += 1
        }
        self.directoryEnd = directoryEnd
        let pathEnd = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "#") { index += 1 }
        fragmentStart = index
        queryLength = index == pathEnd ? nil : index - pathEnd - 1
    }

    /// Returns the number of bytes of the base URL that are kept before a reference.
    func kept(for kind: ReferenceLayout.Kind) -> Int {
        switch kind {
        case .empty: fragmentStart
        case .absolutePath: authorityEnd
        case .relativePath: directoryEnd
        }
    }

    private static func endsPath(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}

private struct ReferenceLayout {
    enum Kind {
        case empty
        case absolutePath
        case relativePath
    }

    let kind: Kind

    /// A Boolean value that indicates whether the whole reference is known to need no percent-encoding.
    private(set) var isPlain = true

    /// The number of bytes after the `?` of a query; nil without a query.
    let queryLength: Int?

    /// Returns nil for a reference that has an authority, a fragment or only a query, or that may have a scheme, a dot
    /// segment or the mark of an empty value.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        kind = bytes.isEmpty ? .empty : bytes[0] == UInt8(ascii: "/") ? .absolutePath : .relativePath
        var segmentStart = 0
        var queryStart: Int?
        var index = -1
        while true {
            index = CharacterClass.ordinary.end(in: bytes, from: index + 1)
            if index == bytes.count { break }
            switch bytes[index] {
            case UInt8(ascii: "#"), PathSegment.markOfEmptyStart: return nil
            case UInt8(ascii: "?") where queryStart == nil:
                if index == 0 { return nil }
                queryStart = index + 1
            case UInt8(ascii: "/") where queryStart == nil:
                if index == 1, segmentStart == 1 { return nil }
                segmentStart = index + 1
            case UInt8(ascii: ".") where queryStart == nil: if index == segmentStart { return nil }
            case UInt8(ascii: ":") where queryStart == nil: if segmentStart == 0 { return nil }
            case UInt8(ascii: "%"):
                if queryStart == nil, index == segmentStart, PathSegment.isSuspicious(bytes[index...]) {
                    return nil
                }
                isPlain = false
            case UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"): continue
            default: isPlain = false
            }
        }
        queryLength = queryStart.map { bytes.count - $0 }
    }
}
