extension String {
    /// A Boolean value that indicates whether this is an HTTP `token` (RFC 9110, section 5.6.2).
    package var isHTTPToken: Bool {
        !isEmpty && withBytes { $0.allSatisfy(CharacterClass.token.contains) }
    }

    /// Indicates whether two strings are equal except for the case of ASCII letters: header field names are compared
    /// this way.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && withBytes { bytes in
                other.withBytes { zip(bytes, $0).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII } }
            }
    }

    /// Calls a closure with the UTF-8 bytes, which takes a fraction of the time of reading `utf8` byte by byte.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}

extension UInt8 {
    var lowercasedASCII: UInt8 {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
        default: self
        }
    }
}
