/// The components of a URL or of a reference (RFC 3986, appendix B), as ranges of its bytes.
package struct URLLayout {
    /// The scheme without its colon, or nil if there is no scheme.
    package let scheme: Range<Int>?
    /// The authority without the slashes before it, or nil if there is no authority.
    package let authority: Range<Int>?
    let path: Range<Int>
    /// The query with its question mark; empty if there is no query.
    let query: Range<Int>
    /// The fragment with its number sign; empty if there is no fragment.
    let fragment: Range<Int>

    package init(_ bytes: [UInt8]) {
        let colon = Self.end(ofSchemeIn: bytes)
        scheme = colon.map { 0..<$0 }
        var start = colon.map { $0 + 1 } ?? 0
        if bytes[start...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
            let end = bytes[(start + 2)...].firstIndex(where: Self.endsAuthority) ?? bytes.endIndex
            authority = (start + 2)..<end
            start = end
        } else {
            authority = nil
        }
        let fragmentStart = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let pathEnd = bytes[start..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        path = start..<pathEnd
        query = pathEnd..<fragmentStart
        fragment = fragmentStart..<bytes.endIndex
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Returns the index of the colon after a scheme (RFC 3986, section 3.1), or nil if there is no scheme.
    private static func end(ofSchemeIn bytes: [UInt8]) -> Int? {
        guard let first = bytes.first?.lowercasedASCII, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
            let end = bytes.firstIndex(where: { !CharacterClass.scheme.contains($0) }), bytes[end] == UInt8(ascii: ":")
        else { return nil }
        return end
    }

    /// Returns the index of the colon before the port or, without a port, the end of the authority; nil without an
    /// authority.
    private func hostEnd(in bytes: [UInt8]) -> Int? {
        guard let authority else { return nil }
        // The user information before the host and an IPv6 address in brackets may have colons too.
        let host = hostStart(in: bytes, authority)..<authority.upperBound
        let colon = bytes[host].lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }
        return colon.flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil } ?? authority.upperBound
    }

    /// Indicates whether there is an authority without a host.
    func hasEmptyHost(in bytes: [UInt8]) -> Bool {
        guard let authority, let end = hostEnd(in: bytes) else { return false }
        return end == hostStart(in: bytes, authority)
    }

    private func hostStart(in bytes: [UInt8], _ authority: Range<Int>) -> Int {
        bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
    }

    /// Returns the port if it is larger than 65535, and nil otherwise.
    package func tooLargePort(in bytes: [UInt8]) -> String? {
        guard let authority, let end = hostEnd(in: bytes) else { return nil }
        let digits = bytes[end..<authority.upperBound].dropFirst()
        guard let port = Self.port(digits), port > 65_535 else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the number that the digits stand for, at most 65536, or nil if a byte is not a digit.
    static func port(_ digits: some Sequence<UInt8>) -> Int? {
        var port = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            port = min(port * 10 + Int(digit & 0x0F), 65_536)
        }
        return port
    }
}
