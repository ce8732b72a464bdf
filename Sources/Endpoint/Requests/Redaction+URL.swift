extension Redaction {
    /// Returns a URL with its whole path hidden.
    package func maskedPath(ofURL url: String) -> String {
        let bytes = Array(url.utf8)
        let path = URLLayout(bytes).path
        return String(decoding: bytes[..<path.lowerBound], as: UTF8.self) + "/" + Self.mask
            + String(decoding: bytes[path.upperBound...], as: UTF8.self)
    }

    /// Hides the credentials in a string that is possibly not a valid URL.
    ///
    /// Everything before the last `@`, except `//` or `scheme://` at the start, is hidden: it may be user information.
    package func masked(inBrokenURL url: String) -> String {
        let bytes = Array(url.utf8)
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return masked(inURL: url) }
        let scheme = bytes.prefix(while: CharacterClass.scheme.contains)
        let slashes = [scheme.count + 1, 0].first { start in
            (start == 0 || bytes[scheme.count] == UInt8(ascii: ":")) && bytes[start...].starts(with: Array("//".utf8))
        }
        let shown = slashes.map { bytes[..<($0 + 2)] } ?? []
        return String(decoding: shown, as: UTF8.self) + Self.mask
            + masked(inURL: String(decoding: bytes[at...], as: UTF8.self))
    }
}
