import EndpointTransports
import Foundation

/// A charset for decoding text.
///
/// Names have the same meaning as in the WHATWG Encoding Standard, which follows what servers do. For example,
/// `iso-8859-1` means windows-1252, and `utf-16` without a byte order mark is little-endian. Unlike in that standard,
/// text in `us-ascii` contains only ASCII, and invalid bytes are an error instead of being replaced.
struct TextCharset {
    static let utf8 = TextCharset(encoding: .utf8)
    static let utf16LittleEndian = TextCharset(encoding: .utf16LittleEndian)
    static let utf16BigEndian = TextCharset(encoding: .utf16BigEndian)

    private let encoding: String.Encoding

    private init(encoding: String.Encoding) {
        self.encoding = encoding
    }

    /// Creates a charset from its name, or returns nil if the charset is not supported.
    init?(_ name: String) {
        guard let encoding = Self.encodings[name.lowercased()] else { return nil }
        self.encoding = encoding
    }

    /// Decodes bytes; returns nil if they are not valid text in the charset.
    func text(of data: Data) -> String? {
        switch encoding {
        case .utf8: String(wholeUTF8: data)
        case .windowsCP1252:
            String(data: data, encoding: encoding)
                ?? String(String.UnicodeScalarView(data.lazy.map { Self.windows1252[Int($0)] }))
        // Foundation drops half a code unit at the end.
        case .utf16LittleEndian, .utf16BigEndian:
            data.count.isMultiple(of: 2) ? String(data: data, encoding: encoding) : nil
        default: String(data: data, encoding: encoding)
        }
    }

    /// The characters of windows-1252, indexed by byte: the few bytes that Foundation leaves undefined are control
    /// characters, as in Latin-1.
    private static let windows1252: [Unicode.Scalar] = (0...255).map { byte in
        String(data: Data([byte]), encoding: .windowsCP1252)?.unicodeScalars.first ?? Unicode.Scalar(byte)
    }

    /// The encodings by charset name: only encodings that Foundation decodes alike on every platform.
    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8,
        "us-ascii": .ascii, "ascii": .ascii,
        "utf-16": .utf16LittleEndian, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252,
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-9": .windowsCP1254,
        "shift_jis": .shiftJIS,
    ]
}
