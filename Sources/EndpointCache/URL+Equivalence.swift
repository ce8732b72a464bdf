import EndpointSupport
import EndpointTransports
import Foundation

extension URL {
    /// A text that is the same for all equivalent URLs (RFC 9110, section 4.2.3), without the fragment, which is not
    /// sent.
    var sharedText: String {
        guard let origin = Origin(self) else { return absoluteString }
        let bytes = Array(absoluteString.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        // An origin has a host, so two slashes precede the authority.
        let start = bytes.firstRange(of: "//".utf8)?.upperBound ?? end
        let authority = bytes[start..<end].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let rest = bytes[authority.endIndex..<end]
        var shared = Array("\(origin.scheme)://".utf8)
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { shared += authority[...at] }
        shared += origin.host.utf8
        let usualPort = origin.scheme == "https" ? 443 : 80
        if let port = origin.port, port != usualPort { shared += ":\(port)".utf8 }
        if rest.first != UInt8(ascii: "/") { shared.append(UInt8(ascii: "/")) }
        var index = rest.startIndex
        while index < rest.endIndex {
            let escape = rest[index] == UInt8(ascii: "%") ? rest[index...].prefix(3) : []
            let digits = escape.dropFirst().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if digits.count == 2 {
                let byte = UInt8(16 * digits[0] + digits[1])
                shared += byte.isUnreserved ? [byte] : escape.map(\.uppercasedASCII)
                index += 3
            } else {
                shared.append(rest[index])
                index += 1
            }
        }
        return String(decoding: shared, as: UTF8.self)
    }
}

extension UInt8 {
    /// A Boolean value that indicates whether this is an unreserved character (RFC 3986, section 2.3): a letter, a
    /// digit, `-`, `.`, `_` or `~`.
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    fileprivate var uppercasedASCII: UInt8 { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & 0xDF : self }
}
