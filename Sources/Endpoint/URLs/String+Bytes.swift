extension String {
    /// A Boolean value that indicates whether this is an HTTP `token` (RFC 9110, section 5.6.2).
    package var isHTTPToken: Bool {
        !isEmpty && utf8.allSatisfy(CharacterClass.token.contains)
    }

    /// Indicates whether two strings are equal except for the case of ASCII letters: header field names are compared
    /// this way.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return self == other || zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// Calls a closure with the string's UTF-8 bytes in a buffer, which is faster to read than `utf8`.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
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
