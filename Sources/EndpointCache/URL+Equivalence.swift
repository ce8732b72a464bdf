import EndpointTransports
import Foundation

extension URL {
    /// A text that is the same for all equivalent URLs (RFC 9110, section 4.2.3), without the fragment, which is not
    /// sent.
    var sharedText: String {
        let text = absoluteString
        guard !text.isUsualURL, let origin = Origin(self) else { return text }
        let bytes = Array(text.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let authority = URLLayout(bytes).authority ?? end..<end
        let rest = bytes[authority.upperBound..<end]
        var shared = Array("\(origin.scheme)://".utf8)
        if let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) { shared += bytes[authority.lowerBound...at] }
        shared += origin.host.utf8
        let usualPort = origin.scheme == "https" ? 443 : 80
        if let port = origin.port, port != usualPort { shared += ":\(port)".utf8 }
        if rest.first != UInt8(ascii: "/") { shared.append(UInt8(ascii: "/")) }
        var index = rest.startIndex
        while index < rest.endIndex {
            let digits = rest[index...].dropFirst().prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if rest[index] == UInt8(ascii: "%"), digits.count == 2 {
                let byte = UInt8(16 * digits[0] + digits[1])
                shared += byte.isUnreserved ? [byte] : rest[index...].prefix(3).map(\.uppercasedASCII)
                index += 3
            } else {
                shared.append(rest[index])
                index += 1
            }
        }
        return String(decoding: shared, as: UTF8.self)
    }
}

extension String {
    /// A Boolean value that indicates whether the text already is what equivalent URLs share, as that of most URLs is.
    fileprivate var isUsualURL: Bool {
        guard let start = hasPrefix("https://") ? 8 : hasPrefix("http://") ? 7 : nil else { return false }
        let rest = utf8.dropFirst(start)
        let path = rest.drop { $0.isUnreserved && $0 == $0.lowercasedASCII }
        return path.first == UInt8(ascii: "/") && path.startIndex != rest.startIndex
            && !path.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "#") }
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

    fileprivate var lowercasedASCII: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
    fileprivate var uppercasedASCII: UInt8 { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & 0xDF : self }
}
