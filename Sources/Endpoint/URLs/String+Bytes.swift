package import Foundation

extension String {
    /// A Boolean value that indicates whether this is an HTTP `token` (RFC 9110, section 5.6.2).
    package var isHTTPToken: Bool {
        !isEmpty && withBytes { CharacterClass.common(to: $0).includes(.token) }
    }

    /// Indicates whether two strings are equal except for the case of ASCII letters: header field names are compared
    /// this way.
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return self == other
            || withBytes { bytes in
                other.withBytes { zip(bytes, $0).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII } }
            }
    }

    /// Calls a closure with the string's UTF-8 bytes in a buffer, which is faster to read than `utf8`.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? copiedBytes.withUnsafeBufferPointer(body)
    }

    // Not inlined: it is rarely needed, and `withBytes` is inlined in many places.
    @inline(never)
    private var copiedBytes: [UInt8] { Array(utf8) }
}

extension Data {
    /// Creates data that contains the text, encoded as UTF-8.
    // Not inlined: making `Data` takes much code, and this initializer has many callers.
    @inline(never)
    package init(utf8 text: String) {
        self = text.withBytes { Data($0) }
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
