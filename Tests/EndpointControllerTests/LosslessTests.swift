import EndpointController
import Foundation
import Testing

@Suite struct LosslessTests {
    // MARK: The parser

    @Test(arguments: ["867", " 867\r\n", "\"867\"", "\n\" 867 \"\t", "+867", "0867"])
    func ignoresWhiteSpaceAndQuotesAroundANumber(text: String) throws {
        let inferred: Int = try PayloadParser.lossless().parse(try response(text))
        #expect(inferred == 867)
        #expect(try PayloadParser.lossless(Int.self).parse(try response(text)) == 867)
    }

    @Test func parsesBooleansNumbersAndStrings() throws {
        #expect(try PayloadParser.lossless(Bool.self).parse(try response("true\n")) == true)
        #expect(try PayloadParser.lossless(Double.self).parse(try response("\"1.5e3\"")) == 1_500)
        #expect(try PayloadParser.lossless(UInt64.self).parse(try response("18446744073709551615")) == .max)
        #expect(try PayloadParser.lossless(String.self).parse(try response(" \"a\" ")) == "a")
        #expect(try PayloadParser.lossless(String.self).parse(try response("")) == "")
        #expect(try PayloadParser.lossless(String.self).parse(try response("\"")) == "\"")
        #expect(try PayloadParser.lossless(Double.self).parse(try response("Infinity")) == .infinity)
        #expect(try PayloadParser.lossless(Double.self).parse(try response("0.0e-999")) == 0)
        #expect(try PayloadParser.lossless(Double.self).parse(try response("0E5")) == 0)
        let utf16 = try response([0x37, 0x00], contentType: "text/plain; charset=utf-16le")
        #expect(try PayloadParser.lossless(Int.self).parse(utf16) == 7)
    }

    @Test(arguments: [
        "18446744073709551616", "1.5", "8 67", "867x", "8\u{0}", "\u{0}", "\"867", "867\"", "\"", "\"\"867\"\"", "0x10",
        "٨٦٧", "1e3", "null",
    ])
    func refusesAnInvalidIntegerAndNamesTheType(text: String) throws {
        let response = try response(text)
        #expect(throws: EndpointPayloadError.invalidValue(type: "Int")) {
            try PayloadParser.lossless(Int.self).parse(response)
        }
        let sentence = try #require(complaint(.lossless(Int.self), response))
        #expect(sentence.contains("The body is not a value of the type Int.") && !sentence.contains("\(text) "))
    }

    @Test(arguments: ["1e400", "-1e400", "1e-400", "0.0001E-999999999999", "1e999999999999999999999"])
    func refusesADoubleOutOfRange(text: String) throws {
        let response = try response(text)
        #expect(throws: EndpointPayloadError.invalidValue(type: "Double")) {
            try PayloadParser.lossless(Double.self).parse(response)
        }
    }

    @Test(arguments: ["", " \n"]) func throwsEmptyBodyForAnEmptyBody(text: String) throws {
        let response = try response(text)
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser.lossless(Int.self).parse(response) }
        #expect(try #require(complaint(.lossless(Int.self), response)).contains("The body is empty"))
    }

    @Test func refusesTextThatIsNotOneCharacter() throws {
        #expect(try PayloadParser.lossless(Character.self).parse(try response("A")) == "A")
        let (grade, empty) = (try response("A+"), try response(""))
        #expect(throws: EndpointPayloadError.invalidValue(type: "Character")) {
            try PayloadParser.lossless(Character.self).parse(grade)
        }
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser.lossless(Character.self).parse(empty) }
    }
}
