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
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([LosslessString<Character>].self, from: Data(#"["A+"]"#.utf8))
        }
    }

    // MARK: The wrapper

    private struct User: Codable, Hashable, Sendable {
        @LosslessString var id: Int
        @LosslessString var isAdmin: Bool
        @LosslessString var score: Double
        @LosslessString var name: String
        var big: LosslessString<UInt64>
        var manager: LosslessString<Int>?
    }

    @Test(arguments: [
        #"{"id":"867","isAdmin":"true","score":"1.5","name":"42","big":"18446744073709551615"}"#,
        #"{"id":867,"isAdmin":true,"score":1.5,"name":42,"big":18446744073709551615,"manager":null}"#,
        #"{"id":" 867 ","isAdmin":"true","score":15e-1,"name":"42","big":18446744073709551615}"#,
    ])
    func decodesValuesFromStringsAndFromJSONValues(json: String) throws {
        let user = try PayloadParser<User>.json.parse(try response(json))
        #expect(user.id == 867 && user.isAdmin && user.score == 1.5 && user.name == "42")
        #expect(user.big.wrappedValue == .max && user.manager == nil)
        #expect(Set([user, user]).count == 1)
        #expect("\(user.big)" == "18446744073709551615")
    }

    @Test func encodesValuesAsJSONValues() throws {
        let user = User(
            id: 867, isAdmin: true, score: 1.5, name: "42", big: LosslessString(wrappedValue: .max),
            manager: LosslessString(wrappedValue: 1)
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(user), as: UTF8.self)
        #expect(
            json == #"{"big":18446744073709551615,"id":867,"isAdmin":true,"manager":1,"name":"42","score":1.5}"#
        )
        #expect(try JSONDecoder().decode(User.self, from: Data(json.utf8)) == user)
    }

    @Test(arguments: [
        ("12345678901234567890123456789012345", "12345678901234567890123456789012345"), ("true", "true"),
        ("0.1", "0.1"), ("100000000000000000000", "100000000000000000000"),
        ("-7", "-7"), ("1e-7", "1e-07"), (#"" \"a b\" ""#, " \"a b\" "),
    ])
    func keepsAllDigitsOfANumberDecodedAsAString(json: String, text: String) throws {
        let values = try JSONDecoder().decode([LosslessString<String>].self, from: Data("[\(json)]".utf8))
        #expect(values[0].wrappedValue == text)
    }

    @Test(arguments: [
        #""s3cret""#, "18446744073709551616", "1.5", "0.99999999999999999999", "1e-400", "1e400", "true", "[1]", "{}",
        #""""#, "null", #""\ud800""#, String(repeating: "1", count: 60),
    ])
    func namesTheCodingPathOfAnInvalidValueButNotTheValue(json: String) throws {
        let response = try response(#"{"users":[{"id":1},{"id":\#(json)}]}"#)
        struct Item: Decodable { var id: LosslessString<Int> }
        let sentence = try #require(complaint(PayloadParser<[String: [Item]]>.json, response))
        #expect(sentence.contains("users.1.id: "))
        #expect(!sentence.contains("s3cret") && !sentence.contains("111"))
    }

    @Test func refusesANumberAsAStringIfItWouldBeRounded() throws {
        let data = Data("[\(String(repeating: "1", count: 60))]".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([LosslessString<String>].self, from: data) }
    }

    @Test func roundsALongNumberToADoubleLikeItsText() throws {
        let pi = "3.14159265358979323846264338327950288419716939937510"
        let values = try JSONDecoder().decode([LosslessString<Double>].self, from: Data("[\(pi),\"\(pi)\"]".utf8))
        #expect(values.map(\.wrappedValue) == [.pi, .pi])
    }
}
