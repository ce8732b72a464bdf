import EndpointController
import Foundation
import Testing

@Suite struct TextPayloadTests {
    private func text(_ bytes: [UInt8], _ contentType: String?) throws -> String {
        try PayloadParser<String>.text.parse(try response(bytes, contentType: contentType))
    }

    // MARK: The name of the charset

    @Test(arguments: [
        "text/plain; charset=windows-1251",
        "text/plain;charset=Windows-1251",
        "text/plain; CHARSET=\"windows-1251\"",
        "text/plain; charset = \"windows\\-1251\" ; format=flowed",
        "text/plain; format=flowed; charset=cp1251",
        "text/plain; title=\"a; charset=utf-8\"; charset=windows-1251",
        "text/plain; flag; charset='windows-1251'",
        "text/plain; charset=windows-1251; charset=utf-8",
    ])
    func theResponseNamesTheCharset(contentType: String) throws {
        #expect(try text([0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], contentType) == "привет")
    }

    @Test(arguments: [
        nil, "text/plain", "text/plain; charset=", "text/plain; charset=\"\"", "text/plain; format=flowed", "", ";",
        ";=", "text/plain; charset", "text/plain; charset=utf-8", "text/plain; charset=UTF8",
    ])
    func withoutACharsetTextIsUTF8(contentType: String?) throws {
        #expect(try text(Array("Zoë \u{0}😀".utf8), contentType) == "Zoë \u{0}😀")
    }

    @Test(arguments: ["klingon", "utf-7", "utf-8x", "macintosh", "\"unclosed", "iso-8859-12", "\u{1B}[31m"])
    func aCharsetThatIsNotKnownIsNamed(charset: String) throws {
        let response = try response("text", contentType: "text/plain; charset=\(charset)")
        let name = charset.replacingOccurrences(of: "\"", with: "")
        #expect(throws: EndpointPayloadError.unknownCharset(name)) { try PayloadParser<String>.text.parse(response) }
        let sentence = try #require(complaint(.text, response))
        #expect(sentence.contains("The charset \"") && sentence.contains(name.suffix(4)))
        #expect(!sentence.contains("\u{1B}"))
    }

    // MARK: Charsets

    struct Sample: Sendable, CustomTestStringConvertible {
        var charset: String
        var bytes: [UInt8]
        var text: String

        init(_ charset: String, _ bytes: [UInt8], _ text: String) {
            (self.charset, self.bytes, self.text) = (charset, bytes, text)
        }

        var testDescription: String { "\(charset): \(text)" }
    }

    @Test(arguments: [
        Sample("us-ascii", [0x41, 0x7E], "A~"),
        Sample("iso-8859-1", [0x5A, 0x6F, 0xEB], "Zoë"),
        Sample("latin1", [0x80, 0x93, 0x94], "€“”"),
        Sample("ISO_8859-1", [0x81, 0xEB], "\u{81}ë"),
        Sample("windows-1252", [0x80, 0xEB], "€ë"),
        Sample("windows-1250", [0xB3, 0xF3, 0x9F], "łóź"),
        Sample("windows-1251", [0xC6, 0xFF], "Жя"),
        Sample("windows-1253", [0xE1, 0xF9], "αω"),
        Sample("windows-1254", [0xFD, 0xFE], "ış"),
        Sample("windows-1255", [0xE0, 0xFA], "את"),
        Sample("windows-1256", [0xC8, 0xED], "بي"),
        Sample("windows-1257", [0xE0, 0xFE], "ąž"),
        Sample("windows-1258", [0xF0, 0xFE], "đ₫"),
        Sample("iso-8859-2", [0xB1, 0xB6], "ąś"),
        Sample("iso-8859-3", [0xB1], "ħ"),
        Sample("iso-8859-4", [0xB1, 0xE0], "ąā"),
        Sample("iso-8859-5", [0xB6, 0xEF], "Жя"),
        Sample("iso-8859-6", [0xC8, 0xEA], "بي"),
        Sample("iso-8859-7", [0xE1, 0xF9], "αω"),
        Sample("iso-8859-8", [0xE0, 0xFA], "את"),
        Sample("iso-8859-9", [0xFD, 0xFE], "ış"),
        Sample("iso-8859-10", [0xB1], "ą"),
        Sample("iso-8859-13", [0xE0, 0xFE], "ąž"),
        Sample("iso-8859-14", [0xA1], "Ḃ"),
        Sample("iso-8859-15", [0xA4], "€"),
        Sample("iso-8859-16", [0xA4], "€"),
        Sample("koi8-r", [0xD0, 0xD2], "пр"),
        Sample("koi8-u", [0xA4], "є"),
        Sample("ibm866", [0x80], "А"),
        Sample("windows-874", [0xA1, 0x80], "ก€"),
        Sample("tis-620", [0xA1], "ก"),
        Sample("utf-16le", [0x41, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "A😀"),
        Sample("utf-16be", [0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "A😀"),
        Sample("utf-16", [0x41, 0x00], "A"),
        Sample("utf-32", [0x41, 0, 0, 0], "A"),
        Sample("utf-32le", [0x00, 0xF6, 0x01, 0x00], "😀"),
        Sample("utf-32be", [0x00, 0x01, 0xF6, 0x00], "😀"),
        Sample("shift_jis", [0x93, 0xFA, 0x96, 0x7B, 0xB1, 0x41], "日本ｱA"),
        Sample("Windows-31J", [0x87, 0x40], "①"),
        Sample("euc-jp", [0x41, 0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1], "A日本ｱ"),
        Sample(
            "euc-jp", [0xA4, 0xA2, 0xB0, 0xA1, 0xCF, 0xD3, 0xD0, 0xA1, 0xDF, 0xA1, 0xE0, 0xA1, 0xF4, 0xA6],
            "あ亜腕弌漾燹熙"
        ),
        Sample("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x41], "日本A"),
        Sample("euc-kr", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
        Sample("ks_c_5601-1987", [0x8C, 0x63], "똠"),
        Sample("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
        Sample("gbk", [0x81, 0x40, 0x80], "丂€"),
        Sample("gb18030", [0x94, 0x39, 0xDA, 0x33], "💩"),
        Sample("big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
        Sample("utf-16", [], ""),
        Sample("shift_jis", [], ""),
    ])
    func textIsDecodedInItsCharset(sample: Sample) throws {
        #expect(try text(sample.bytes, "text/plain; charset=\(sample.charset)") == sample.text)
    }

    @Test(arguments: [
        ("utf-8", [0x41, 0xFF] as [UInt8]), ("utf-8", [0xC3]), ("utf-8", [0xC0, 0x80]), ("utf-8", [0xED, 0xA0, 0x80]),
        ("us-ascii", [0xC3, 0xAB]), ("utf-16le", [0x00, 0xD8, 0x41, 0x00]), ("utf-16le", [0x00, 0xDC]),
        ("utf-16", [0x41, 0x00, 0x42]), ("utf-32", [0x00, 0xD8, 0, 0]), ("utf-32", [0, 0, 0x11, 0]),
        ("utf-32be", [0, 0, 0, 0x41, 0]), ("windows-1252", [0x81]), ("iso-8859-6", [0xA1]), ("shift_jis", [0x93]),
        ("euc-jp", [0xC6]), ("euc-jp", [0xC6, 0x41]), ("euc-jp", [0x8E, 0x41]), ("euc-jp", [0xFF]),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0xFF]), ("gbk", [0xD6, 0xFF]), ("big5", [0xA4]),
    ])
    func bytesThatAreNoTextAreAnErrorThatNamesTheCharset(charset: String, bytes: [UInt8]) throws {
        let response = try response(bytes, contentType: "text/plain; charset=\(charset)")
        #expect(throws: EndpointPayloadError.undecodableText(charset: charset)) {
            try PayloadParser<String>.text.parse(response)
        }
        #expect(try #require(complaint(.text, response)).contains("The body is no text in the charset \"\(charset)\"."))
    }

    // MARK: Byte order marks

    @Test(arguments: [
        Sample("utf-8", [0xEF, 0xBB, 0xBF, 0x41], "A"),
        Sample("utf-8", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
        Sample("iso-8859-1", [0xEF, 0xBB, 0xBF, 0xC3, 0xAB], "ë"),
        Sample("utf-16", [0xFF, 0xFE, 0x41, 0x00], "A"),
        Sample("utf-16", [0xFE, 0xFF, 0x00, 0x41], "A"),
        Sample("utf-8", [0xFF, 0xFE, 0x41, 0x00], "A"),
        Sample("utf-16le", [0xFF, 0xFE, 0x00, 0x00], "\u{0}"),
        Sample("utf-32", [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "A"),
        Sample("utf-32", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41], "A"),
    ])
    func aByteOrderMarkDecidesAndIsDropped(sample: Sample) throws {
        let text = try text(sample.bytes, "text/plain; charset=\(sample.charset)")
        // Strings that differ in a mark alone would be equal.
        #expect(Array(text.unicodeScalars) == Array(sample.text.unicodeScalars))
    }
}
