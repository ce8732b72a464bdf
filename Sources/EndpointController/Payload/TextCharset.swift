import Endpoint
import Foundation

/// A charset that text can be decoded from.
///
/// What a name means follows the Encoding Standard of the WHATWG, which says what servers mean by it: `shift_jis` is
/// the code page 932 and `gb2312` is GB 18030. A name without a byte order is little-endian. Other than there, text in
/// `us-ascii` has nothing but ASCII, and bytes that mean nothing are an error.
enum TextCharset: Equatable {
    case utf8
    /// ISO 8859-1, and windows-1252, which is what servers mean by it.
    case latin1
    case eucJP
    case foundation(String.Encoding)

    /// Nil for a name that is not known.
    init?(_ name: String) {
        let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
        guard let charset = Self.charsets[key] else { return nil }
        self = charset
    }

    var isUTF32: Bool {
        self == .foundation(.utf32LittleEndian) || self == .foundation(.utf32BigEndian)
    }

    /// Decodes bytes; nil if any of them are no text.
    func text(of data: Data) -> String? {
        switch self {
        case .utf8:
            String(wholeUTF8: data)
        case .latin1:
            // Latin-1 has a meaning for the few bytes that windows-1252 has none for.
            String(data: data, encoding: .windowsCP1252) ?? String(data: data, encoding: .isoLatin1)
        case .eucJP:
            Self.shiftJIS(fromEUC: data).flatMap { String(data: $0, encoding: .shiftJIS) }
        case .foundation(let encoding):
            // Foundation drops what is left at the end.
            data.count.isMultiple(of: Self.unit(of: encoding)) ? String(data: data, encoding: encoding) : nil
        }
    }

    private static func unit(of encoding: String.Encoding) -> Int {
        switch encoding {
        case .utf16LittleEndian, .utf16BigEndian: 2
        case .utf32LittleEndian, .utf32BigEndian: 4
        default: 1
        }
    }

    /// Writes text of EUC-JP in Shift_JIS, which has the same characters in another order: Foundation does not know
    /// EUC-JP everywhere.
    private static func shiftJIS(fromEUC data: Data) -> Data? {
        var result = Data(capacity: data.count)
        var bytes = data.makeIterator()
        while let lead = bytes.next() {
            switch lead {
            case 0..<0x80:
                result.append(lead)
            case 0x8E:
                guard let katakana = bytes.next(), 0xA1...0xDF ~= katakana else { return nil }
                result.append(katakana)
            case 0xA1...0xFE:
                guard let trail = bytes.next(), 0xA1...0xFE ~= trail else { return nil }
                // Two rows of 94 characters share a lead byte.
                let row = lead - 0xA1
                let cell = trail - 0xA1 + (row.isMultiple(of: 2) ? 0 : 94)
                result.append(row / 2 + (row < 62 ? 0x81 : 0xC1))
                result.append(cell + (cell < 63 ? 0x40 : 0x41))
            default:
                return nil
            }
        }
        return result
    }

    /// By their names in lower case, without what stands between letters and numbers, which is written in every way.
    private static let charsets: [String: TextCharset] = {
        var charsets: [String: TextCharset] = [
            "utf8": .utf8,
            "iso88591": .latin1, "latin1": .latin1, "l1": .latin1,
            "eucjp": .eucJP, "xeucjp": .eucJP,
        ]
        for (names, encoding) in encodings {
            for name in names.split(separator: " ") { charsets[String(name)] = .foundation(encoding) }
        }
        return charsets
    }()

    /// Those whose texts Foundation decodes right everywhere.
    ///
    /// Of `macintosh` it makes another text on Linux, and of `euc-jp` none.
    private static let encodings: [(names: String, encoding: String.Encoding)] = [
        ("usascii ascii", .ascii),
        ("utf16 utf16le", .utf16LittleEndian),
        ("utf16be", .utf16BigEndian),
        ("utf32 utf32le", .utf32LittleEndian),
        ("utf32be", .utf32BigEndian),
        ("windows1250 cp1250", .windowsCP1250),
        ("windows1251 cp1251", .windowsCP1251),
        ("windows1252 cp1252", .windowsCP1252),
        ("windows1253 cp1253", .windowsCP1253),
        ("windows1254 cp1254 iso88599 latin5", .windowsCP1254),
        ("windows1255 cp1255", coreFoundation(0x0505)),
        ("windows1256 cp1256", coreFoundation(0x0506)),
        ("windows1257 cp1257", coreFoundation(0x0507)),
        ("windows1258 cp1258", coreFoundation(0x0508)),
        ("iso88592 latin2", .isoLatin2),
        ("iso88593 latin3", coreFoundation(0x0203)),
        ("iso88594 latin4", coreFoundation(0x0204)),
        ("iso88595", coreFoundation(0x0205)),
        ("iso88596", coreFoundation(0x0206)),
        ("iso88597", coreFoundation(0x0207)),
        ("iso88598 iso88598i", coreFoundation(0x0208)),
        ("iso885910 latin6", coreFoundation(0x020A)),
        ("iso885913", coreFoundation(0x020D)),
        ("iso885914", coreFoundation(0x020E)),
        ("iso885915 latin9", coreFoundation(0x020F)),
        ("iso885916", coreFoundation(0x0210)),
        ("koi8r", coreFoundation(0x0A02)),
        ("koi8u", coreFoundation(0x0A08)),
        ("ibm866 cp866", coreFoundation(0x041B)),
        ("windows874 tis620 iso885911", coreFoundation(0x041D)),
        ("shiftjis sjis xsjis windows31j cp932", .shiftJIS),
        ("iso2022jp", .iso2022JP),
        ("euckr ksc56011987 windows949 cp949", coreFoundation(0x0422)),
        ("gb18030 gbk gb2312 cp936", coreFoundation(0x0632)),
        ("big5 cp950 big5hkscs", coreFoundation(0x0A06)),
    ]

    /// An encoding that Foundation has no name for, by its number in Core Foundation.
    private static func coreFoundation(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
