/// A set of classes of ASCII characters in URLs or HTTP.
///
/// A table holds the classes of each character. A test compares the table with the characters in the comments.
struct CharacterClass: Sendable {
    private let flag: UInt8

    /// The characters of a scheme (RFC 3986, section 3.1): letters, digits and `+-.`.
    static var scheme: CharacterClass { CharacterClass(flag: 0x02) }

    /// `tchar` (RFC 9110, section 5.6.2): letters, digits and ``!#$%&'*+-.^_`|~``.
    static var token: CharacterClass { CharacterClass(flag: 0x04) }

    /// The characters that stand for themselves at any place in the data of a path segment: letters, digits
    /// and `-_~!$&'()*,;=@`.
    static var ordinary: CharacterClass { CharacterClass(flag: 0x08) }

    /// The characters that are not encoded in the data of a path segment: `ordinary` and `.:`.
    ///
    /// `pchar` (RFC 3986, section 3.3) also has `+`, which some servers read as a space.
    static var pathSegment: CharacterClass { CharacterClass(flag: 0x10) }

    /// The characters that are not encoded in a path with its query, or in a fragment: `pathSegment` and `+/?`.
    static var reference: CharacterClass { CharacterClass(flag: 0x20) }

    /// The characters that stand for themselves in the name or value of a query item: letters, digits and `-._~/?`.
    static var queryItem: CharacterClass { CharacterClass(flag: 0x40) }

    /// Indicates whether the byte is a character of the class; false for every byte above 127.
    func contains(_ byte: UInt8) -> Bool {
        Self.flags.utf8Start[Int(byte)] & flag != 0
    }

    // A static string points to constant bytes: unlike a static array, it needs no lock and no bounds checks.
    private static var flags: StaticString {
        """
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{3C}\u{00}\u{04}\u{3C}\u{04}\u{3C}\u{3C}\u{38}\u{38}\u{3C}\u{26}\u{38}\u{7E}\u{76}\u{60}\
        \u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{30}\u{38}\u{00}\u{38}\u{00}\u{60}\
        \u{38}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\
        \u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{00}\u{00}\u{00}\u{04}\u{7C}\
        \u{04}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\
        \u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{7E}\u{00}\u{04}\u{00}\u{7C}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\
        \u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}\u{00}
        """
    }
}
