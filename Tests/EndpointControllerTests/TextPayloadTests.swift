import EndpointController
import Foundation
import Testing

@Suite struct TextPayloadTests {
    private func text(_ bytes: [UInt8], _ contentType: String?) throws -> String {
        try PayloadParser<String>.text.parse(try response(bytes, contentType: contentType))
    }

    @Test("Returns a JSON string as it stands, and decodes it with the parser for JSON")
    func jsonString() throws {
        let response = try response(Array(#""a\u00e9""#.utf8), contentType: "application/json")
        #expect(try RESTEndpoint<String>(path: "").parser.parse(response) == #""a\u00e9""#)
        #expect(try PayloadParser<String>.json.parse(response) == "aé")
    }

    // MARK: The name of the charset

    @Test(arguments: [
        "text/plain; charset=windows-1252",
        "text/plain;charset=Windows-1252",
        "text/plain; CHARSET=\"windows-1252\"",
        "text/plain; charset = \"windows\\-1252\" ; format=flowed",
        "text/plain; format=flowed; charset=WINDOWS-1252",
        "text/plain; title=\"a; charset=utf-8\"; charset=windows-1252",
        "text/plain; flag; charset='windows-1252'",
        "text/plain; charset=windows-1252; charset=utf-8",
        "text/plain; charset=; charset=windows-1252",
    ])
    func readsTheCharsetFromTheContentType(contentType: String) throws {
        #expect(try text([0x80, 0x93, 0xEB], contentType) == "€“ë")
    }

    @Test(arguments: [
        nil, "text/plain", "text/plain; charset=", "text/plain; charset=\"\"", "text/plain; format=flowed", "", ";",
        ";=", "text/plain; charset", "text/plain; charset=utf-8", "text/plain; charset=UTF8",
    ])
    func decodesTextAsUTF8ByDefault(contentType: String?) throws {
        #expect(try text(Array("Zoë \u{0}😀".utf8), contentType) == "Zoë \u{0}😀")
    }

    @Test(arguments: [
        "klingon", "windows-1251", "shift_jis", "utf-7", "utf-32", "gbk", "utf-8x", "macintosh", "\"unclosed",
        "iso-8859-12", "\u{1B}[31m",
    ])
    func namesAnUnknownCharset(charset: String) throws {
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
        Sample("ISO-8859-1", [0x81, 0xEB], "\u{81}ë"),
        Sample("windows-1252", [0x80, 0xEB], "€ë"),
        Sample("windows-1252", [0x80, 0x81, 0xEB], "€\u{81}ë"),
        Sample("utf-16le", [0x41, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "A😀"),
        Sample("utf-16be", [0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "A😀"),
        Sample("utf-16", [0x41, 0x00], "A"),
        Sample("utf-16", [], ""),
    ])
    func decodesTextInItsCharset(sample: Sample) throws {
        #expect(try text(sample.bytes, "text/plain; charset=\(sample.charset)") == sample.text)
    }

    @Test(arguments: [
        ("utf-8", [0x41, 0xFF] as [UInt8]), ("utf-8", [0xC3]), ("utf-8", [0xC0, 0x80]), ("utf-8", [0xED, 0xA0, 0x80]),
        ("us-ascii", [0xC3, 0xAB]), ("utf-16le", [0x00, 0xD8, 0x41, 0x00]), ("utf-16le", [0x00, 0xDC]),
        ("utf-16", [0x41, 0x00, 0x42]),
    ])
    func namesTheCharsetOfUndecodableText(charset: String, bytes: [UInt8]) throws {
        let response = try response(bytes, contentType: "text/plain; charset=\(charset)")
        #expect(throws: EndpointPayloadError.undecodableText(charset: charset)) {
            try PayloadParser<String>.text.parse(response)
        }
        #expect(
            try #require(complaint(.text, response)).contains("The body is not text in the charset \"\(charset)\"."))
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
    ])
    func prefersAByteOrderMarkToTheCharsetAndDropsIt(sample: Sample) throws {
        let text = try text(sample.bytes, "text/plain; charset=\(sample.charset)")
        // Strings that differ only in a byte order mark could compare as equal.
        #expect(Array(text.unicodeScalars) == Array(sample.text.unicodeScalars))
    }
}
