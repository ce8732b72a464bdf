/// Encodes data as a segment in the path of a relative URL string, and refuses unsafe segments.
///
/// The functions compare bytes or scalars: a slash followed by a combining character is not a slash to `Character`, but
/// it is to a server.
enum PathSegment {
    /// A mark that stands for an empty value until the request is built.
    ///
    /// The noncharacter U+FDD0 is meant for use within a program (Unicode 16, section 23.7). A whole segment that
    /// consists only of this character is refused, like empty data. In an absolute or base URL, data that contains it
    /// is refused too.
    private static let markOfEmpty: Unicode.Scalar = UnicodeScalar(0xFDD0) ?? "\u{FFFD}"

    private static let encodedMarkOfEmpty = "%ef%b7%90"

    /// Returns the value percent-encoded as one segment (RFC 3986, section 3.3).
    ///
    /// A dot segment is encoded too, so that `check` can refuse it, unless the value continues a segment that cannot
    /// become a dot segment. In the first segment of the reference, a colon is encoded, because it would end a scheme
    /// (section 4.2).
    ///
    /// - Parameters:
    ///   - value: Any text.
    ///   - start: The part of the relative URL string before the value.
    /// - Returns: The text that stands for the value in a relative URL string.
    static func encoded(_ value: String, after start: String) -> String {
        guard !value.isEmpty else { return String(markOfEmpty) }
        if value.withBytes({ $0.allSatisfy(CharacterClass.ordinary.contains) }) { return value }
        let encoded = PercentEncodedWriter.string(capacity: 3 * value.utf8.count) {
            $0.append(value, allowing: .pathSegment)
        }
        let slash = UInt8(ascii: "/")
        if isDotSegment(value) {
            let first = start.utf8.split(separator: slash, omittingEmptySubsequences: false).last?.first
            if first.map(CharacterClass.ordinary.contains) != true { return encoded.replacing(".", with: "%2E") }
        }
        guard encoded.utf8.contains(UInt8(ascii: ":")), !start.utf8.contains(slash) else { return encoded }
        return encoded.replacing(":", with: "%3A")
    }

    /// Indicates whether a segment is `.` or `..`, or one of them with parameters.
    private static func isDotSegment(_ text: String) -> Bool {
        let dots = text.utf8.prefix { $0 == UInt8(ascii: ".") }.count
        return 1...2 ~= dots && (text.utf8.dropFirst(dots).first ?? UInt8(ascii: ";")) == UInt8(ascii: ";")
    }

    /// Refuses a reference in which data makes a segment empty, `.` or `..`.
    ///
    /// Percent-encoding does not protect a dot segment: servers and proxies may decode `%2E` before they resolve the
    /// path (RFC 3986, section 6.2.2). A literal `.` or `..` is not data, and resolves as usual.
    ///
    /// Data such as `..;x=1` is refused too, because servers such as Tomcat remove the parameters of a segment (section
    /// 3.3) before they resolve dot segments. Any other segment, such as `a;x=1`, may have parameters.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - isParsed: `true` for the string of a `URL`, whose parser has percent-encoded any mark of an empty value.
    /// - Throws: `EndpointRequestError.unsafePathSegment(_:in:)`.
    static func check(_ reference: String, isParsed: Bool = false) throws(EndpointRequestError) {
        if reference.withBytes(isSuspicious), let error = error(for: reference, isParsed) { throw error }
    }

    /// Indicates whether `check` may refuse a reference: `true` if it has `%2E` or `%EF`, in upper or lower case, an
    /// escape and a semicolon, or the first byte of the mark.
    private static func isSuspicious(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "%") || $0 == 0xEF }) else { return false }
        if bytes.contains(UInt8(ascii: ";")) { return true }
        return bytes.indices[start...].contains { index in
            guard bytes[index] == UInt8(ascii: "%") else { return bytes[index] == 0xEF }
            guard index + 2 < bytes.count else { return false }
            let digits = (bytes[index + 1].lowercasedASCII, bytes[index + 2].lowercasedASCII)
            return digits == (UInt8(ascii: "2"), UInt8(ascii: "e")) || digits == (UInt8(ascii: "e"), UInt8(ascii: "f"))
        }
    }

    private static func error(for reference: String, _ isParsed: Bool) -> EndpointRequestError? {
        guard let segment = unsafeSegment(in: reference, isParsed) else { return nil }
        let scalars = String.UnicodeScalarView(reference.unicodeScalars.filter { $0 != markOfEmpty })
        return .unsafePathSegment(segment, in: Redaction.standard.masked(inURL: String(scalars)))
    }

    private static func unsafeSegment(in reference: String, _ isParsed: Bool) -> String? {
        if reference.unicodeScalars.contains(markOfEmpty) { return "" }
        let path = Array(reference.utf8).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        for segment in path.split(separator: UInt8(ascii: "/")) where segment.contains(UInt8(ascii: "%")) {
            let text = String(decoding: segment, as: UTF8.self).lowercased()
            if text == encodedMarkOfEmpty || isParsed && text.contains(encodedMarkOfEmpty) { return "" }
            let decoded = text.replacing("%2e", with: ".")
            if isDotSegment(decoded) { return decoded.hasPrefix("..") ? ".." : "." }
        }
        return nil
    }
}
