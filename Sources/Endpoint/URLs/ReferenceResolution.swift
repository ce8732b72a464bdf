import Foundation

/// Writes the URL that a reference resolves to (RFC 3986, sections 5.2.2 to 5.2.4), in one pass over its bytes.
///
/// Foundation leaves the dot segments of some references in place; the affected references differ between platforms.
struct ReferenceResolution {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The part of its base URL that a resolved URL lacks.
    enum Loss {
        /// The scheme and the authority.
        case server
        /// The path, because the reference begins with a slash.
        case path
        /// The last segment of the path, because no slash follows it.
        case lastSegment
    }

    private let reference: Bytes
    private let layout: URLLayout
    private let base: Bytes
    private let baseLayout: URLLayout

    /// Returns the resolved URL with query items appended.
    ///
    /// - Parameters:
    ///   - reference: The reference. Characters that a URL cannot contain are percent-encoded; escapes are kept.
    ///   - base: A URL with a scheme and a host, whose characters are kept.
    ///   - items: The items, as plain text, which go between the query and the fragment.
    /// - Returns: The URL, its port if that is larger than 65535, and the part of the base URL that it lacks; nil if
    ///   the base URL has no scheme or no host, or if the reference has an invalid scheme or an empty host.
    static func url(
        _ reference: String,
        base: String,
        queryItems items: [URLQueryItem]
    ) -> (string: String, tooLargePort: String?, loss: Loss?)? {
        reference.withBytes { reference in
            base.withBytes { base in
                let resolution = ReferenceResolution(
                    reference: reference, layout: URLLayout(reference), base: base, baseLayout: URLLayout(base))
                return resolution.url(items)
            }
        }
    }

    /// A Boolean value that indicates whether the scheme and the authority are those of the base URL.
    private var isRelative: Bool { layout.scheme == nil && layout.authority == nil }

    /// A Boolean value that indicates whether the reference has a scheme without an authority, as in `mailto:`: the
    /// scheme defines the meaning of the path.
    private var isOpaque: Bool { layout.scheme != nil && layout.authority == nil }

    private func url(_ items: [URLQueryItem]) -> (string: String, tooLargePort: String?, loss: Loss?)? {
        guard baseLayout.scheme != nil, baseLayout.hasHost, !hasInvalidScheme else { return nil }
        guard layout.authority == nil || layout.hasHost else { return nil }
        let port = isRelative ? baseLayout.tooLargePort(in: base) : layout.tooLargePort(in: reference)
        let capacity = base.count + 1 + 3 * reference.count + PercentEncodedWriter.capacity(for: items)
        return (PercentEncodedWriter.string(capacity: capacity) { write(items, to: &$0) }, port, loss)
    }

    /// The part of the base URL that the resolved URL lacks, or nil if only dot segments remove parts of its path.
    private var loss: Loss? {
        let (path, slash) = (base[baseLayout.path], UInt8(ascii: "/"))
        if !isRelative { return .server }
        if layout.path.isEmpty || path.isEmpty { return nil }
        if path.last != slash { return .lastSegment }
        return path.count > 1 && reference[layout.path.lowerBound] == slash ? .path : nil
    }

    /// A Boolean value that indicates whether the text before the first colon looks like a scheme but is not valid.
    private var hasInvalidScheme: Bool {
        layout.scheme == nil && reference.first { !CharacterClass.scheme.contains($0) } == UInt8(ascii: ":")
    }

    private func write(_ items: [URLQueryItem], to writer: inout PercentEncodedWriter) {
        if layout.scheme == nil {
            let schemeEnd = baseLayout.scheme.map { $0.upperBound + 1 } ?? 0
            writer.append(base[..<(isRelative ? baseLayout.path.lowerBound : schemeEnd)])
        }
        writer.append(reference[..<layout.path.lowerBound])
        let pathStart = writer.count
        let keepsPath = isRelative && layout.path.isEmpty
        if keepsPath {
            writer.append(base[baseLayout.path])
        } else {
            if isRelative, reference[layout.path.lowerBound] != UInt8(ascii: "/") { writeFolder(to: &writer) }
            writer.append(reference: reference[layout.path])
            if !isOpaque { writer.removeDotSegments(from: pathStart) }
        }
        let queryStart = writer.count
        if keepsPath, layout.query.isEmpty {
            writer.append(base[baseLayout.query])
        } else {
            writer.append(reference: reference[layout.query])
        }
        let queryLength = writer.count - queryStart - 1
        writer.append(items, queryLength: queryLength < 0 ? nil : queryLength)
        writer.append(fragment: reference[layout.fragment])
    }

    /// Writes the path of the base URL up to its last slash.
    private func writeFolder(to writer: inout PercentEncodedWriter) {
        let slash = UInt8(ascii: "/")
        guard let end = base[baseLayout.path].lastIndex(of: slash) else { return writer.append(slash) }
        writer.append(base[baseLayout.path.lowerBound...end])
    }
}
