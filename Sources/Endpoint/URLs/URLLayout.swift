/// The components of a URL or of a reference (RFC 3986, appendix B), as ranges of its bytes.
package struct URLLayout {
    /// The scheme without its colon, or nil if there is no scheme.
    package let scheme: Range<Int>?
    /// The authority without the slashes before it, or nil if there is no authority.
    package let authority: Range<Int>?
    /// The host, without user information and port, or nil if there is no authority.
    private let host: Range<Int>?
    let path: Range<Int>
    /// The query with its question mark; empty if there is no query.
    let query: Range<Int>
    /// The fragment with its number sign; empty if there is no fragment.
    let fragment: Range<Int>

    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer(URLLayout.init)
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let colon = Self.end(ofSchemeIn: bytes)
        scheme = colon.map { 0..<$0 }
        var start = colon.map { $0 + 1 } ?? 0
        let slash = UInt8(ascii: "/")
        if start + 1 < bytes.count, bytes[start] == slash, bytes[start + 1] == slash {
            start += 2
            var end = start
            var (hostStart, portStart) = (start, Int?.none)
            while end < bytes.count, !Self.endsAuthority(bytes[end]) {
                switch bytes[end] {
                // The user information before the host and an IPv6 address in brackets may have colons too.
                case UInt8(ascii: "@"): (hostStart, portStart) = (end + 1, nil)
                // Brackets without an address are an empty host.
                case UInt8(ascii: "]"): portStart = end == hostStart + 1 ? hostStart : nil
                case UInt8(ascii: ":"): portStart = end
                default: break
                }
                end += 1
            }
            authority = start..<end
            host = hostStart..<(portStart ?? end)
            start = end
        } else {
            authority = nil
            host = nil
        }
        let fragmentStart = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let pathEnd = bytes[start..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        path = start..<pathEnd
        query = pathEnd..<fragmentStart
        fragment = fragmentStart..<bytes.endIndex
    }

    /// A Boolean value that indicates whether there is an authority with a host.
    var hasHost: Bool { host?.isEmpty == false }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Returns the index of the colon after a scheme (RFC 3986, section 3.1), or nil if there is no scheme.
    private static func end(ofSchemeIn bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = bytes.first?.lowercasedASCII, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
            let end = bytes.firstIndex(where: { !CharacterClass.scheme.contains($0) }), bytes[end] == UInt8(ascii: ":")
        else { return nil }
        return end
    }

    /// Returns the port if it is larger than 65535, and nil otherwise.
    package func tooLargePort(in bytes: [UInt8]) -> String? { bytes.withUnsafeBufferPointer { tooLargePort(in: $0) } }

    func tooLargePort(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let authority, let host else { return nil }
        let digits = bytes[host.upperBound..<authority.upperBound].dropFirst()
        guard let port = Self.port(digits), port > 65_535 else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the number that the digits stand for, at most 65536, or nil if a byte is not a digit.
    private static func port(_ digits: some Sequence<UInt8>) -> Int? {
        var port = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            port = min(port * 10 + Int(digit & 0x0F), 65_536)
        }
        return port
    }
}
