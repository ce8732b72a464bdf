import EndpointController
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONPayloadTests {
    // MARK: Dictionaries and arrays

    @Test func parsesAnObjectAsADictionary() throws {
        let json = #"""
            {"name":"Zo\u00eb 😀","admin":true,"off":false,"id":867,"zero":0,"one":1,"ratio":0.1,"none":null,
            "tags":["a",1,[null]],"nested":{"first_name":{"x":-1}},"":"","nul":"\u0000"}
            """#
        let object = try PayloadParser.dictionary.parse(try response(json))
        #expect(object["name"] as? String == "Zoë 😀")
        #expect(object["admin"] as? Bool == true && object["off"] as? Bool == false)
        #expect(object["id"] as? Int == 867 && object["ratio"] as? Double == 0.1)
        #expect(object["none"] is NSNull && object["missing"] == nil)
        // A number is not a boolean, and a boolean is not a number, on any platform.
        #expect(!(object["one"] is Bool) && !(object["zero"] is Bool))
        #expect(!(object["admin"] is Int) && !(object["off"] is Double))
        let tags = try #require(object["tags"] as? [any Sendable])
        #expect(tags[0] as? String == "a" && tags[1] as? Int == 1 && (tags[2] as? [any Sendable])?.first is NSNull)
        let nested = try #require(object["nested"] as? [String: any Sendable])
        #expect((nested["first_name"] as? [String: any Sendable])?["x"] as? Int == -1)
        #expect(object[""] as? String == "" && object["nul"] as? String == "\u{0}" && object.count == 12)
    }

    @Test func parsesAnArray() throws {
        let array = try PayloadParser.array.parse(try response(" [1, [], {}, \"a\"] "))
        #expect(array.count == 4 && array[0] as? Int == 1 && array[3] as? String == "a")
        #expect((array[1] as? [any Sendable])?.isEmpty == true)
        #expect((array[2] as? [String: any Sendable])?.isEmpty == true)
    }

    @Test(arguments: [
        ("0", 0), ("-1", -1), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("1.0", 1),
        ("1e3", 1000), ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.0", 9_007_199_254_740_993),
    ])
    func parsesAWholeNumberAsAnInt(json: String, number: Int) throws {
        #expect(try PayloadParser.array.parse(try response("[\(json)]"))[0] as? Int == number)
    }

    @Test(arguments: [
        ("0.1", 0.1), ("-1.5e3", -1500), ("0.30000000000000004", 0.30000000000000004), ("1e100", 1e100),
        ("1e308", 1e308), ("5e-324", Double.leastNonzeroMagnitude),
        ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
    ])
    func parsesAFractionAsADouble(json: String, number: Double) throws {
        let value = try PayloadParser.array.parse(try response("[\(json)]"))[0]
        #expect(value as? Double ?? (value as? Int).map { Double($0) } == number)
    }

    @Test(arguments: [
        "18446744073709551615", "18446744073709551616", "-9223372036854775809", "100000000000000000000",
        "1234567890123456789012345678901234567", "0.12345678901234567890123", "0.99999999999999999999",
        "12345678901234567890.5",
    ])
    func parsesANumberBeyondIntAndDoubleAsADecimal(json: String) throws {
        let value = try PayloadParser.array.parse(try response("[\(json)]"))[0]
        #expect((value as? Decimal)?.description == json)
    }

    @Test(arguments: ["6.6260701500000001e-34", "-1.23456789012345678e-30"])
    func parsesASmallNumberWithManyDigits(json: String) throws {
        let value = try PayloadParser.array.parse(try response("[\(json)]"))[0]
        #expect(value as? Decimal == Decimal(string: json))
    }

    @Test(arguments: [
        "1e400", "-1e400", "1e-400", "1E999999999999", String(repeating: "1", count: 40),
        "0." + String(repeating: "3", count: 45),
    ])
    func refusesANumberThatNoTypeCanHold(json: String) throws {
        #expect(throws: DecodingError.self) { try PayloadParser.array.parse(try response("[\(json)]")) }
        #expect(throws: DecodingError.self) {
            try PayloadParser.dictionary.parse(try response(#"{"a":[0,\#(json)]}"#))
        }
    }

    @Test func namesTheCodingPathOfANumberThatNoTypeCanHold() throws {
        let response = try response(#"{"a":[0,{"b":\#(String(repeating: "1", count: 40))}]}"#)
        let sentence = try #require(complaint(.dictionary, response))
        #expect(sentence.contains("a.1.b: No type can hold this number.") && !sentence.contains("111"))
    }

    @Test func throwsUnexpectedJSONForAnotherTopLevelType() throws {
        for json in ["[]", "1", "null", "\"a\""] {
            let response = try response(json)
            #expect(throws: EndpointPayloadError.unexpectedJSON(expected: "object"), "\(json)") {
                try PayloadParser.dictionary.parse(response)
            }
        }
        let object = try response("{}")
        #expect(throws: EndpointPayloadError.unexpectedJSON(expected: "array")) {
            try PayloadParser.array.parse(object)
        }
        #expect(try #require(complaint(.array, object)).contains("The body is not a JSON array."))
    }

    @Test(arguments: [
        Data("<html>".utf8), Data(#"{"a":1"#.utf8), Data(#"{"a":"#.utf8),
        Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]),
        Data(#"{"a":"\ud800"}"#.utf8), Data(#"{"a":"\udc00x"}"#.utf8), Data("{\"a\":\"\u{0}\"}".utf8), Data([0]),
        Data(#"{"a":01}"#.utf8), Data(#"{"a":NaN}"#.utf8), Data(#"{"a":1}{}"#.utf8),
        Data((String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_000)).utf8),
        Data((String(repeating: "[", count: 10_000)).utf8),
    ])
    func throwsForHostileJSON(body: Data) throws {
        let response = try response(body)
        let start = String(decoding: body.prefix(30), as: UTF8.self).debugDescription
        #expect(throws: DecodingError.self, "\(start)") { try PayloadParser.dictionary.parse(response) }
        #expect(throws: DecodingError.self, "\(start)") { try PayloadParser.array.parse(response) }
    }

    @Test func namesAStringThatIsNotUnicodeText() throws {
        let sentence = try #require(complaint(.dictionary, try response(#"{"a":"\ud800"}"#)))
        #expect(sentence.contains("This string is not Unicode text."))
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: #"{"a":["#, count: depth / 2) + "1" + String(repeating: "]}", count: depth / 2)
    }

    @Test func parsesAHundredLevelsOnASmallStack() async throws {
        let response = try response(nested(100))
        let object = try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try PayloadParser.dictionary.parse(response) }) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        var levels = 0
        var value: (any Sendable)? = object
        while true {
            if let object = value as? [String: any Sendable] {
                value = object["a"]
            } else if let array = value as? [any Sendable] {
                value = array.first
            } else {
                break
            }
            levels += 1
        }
        #expect(levels == 100 && value as? Int == 1)
    }

    @Test func refusesMoreThanAHundredLevels() throws {
        let sentence = try #require(complaint(.dictionary, try response(nested(102))))
        #expect(sentence.contains("a.0.a: This is more than 100 levels deep."))
    }

    // MARK: Decodable payloads

    private struct User: Codable, Equatable { var id: Int }

    @Test func usesACustomDecoderForDecodablePayloadsOnly() throws {
        struct Named: Decodable { var firstName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let response = try response(#"{"first_name":"Ada"}"#)
        #expect(try PayloadParser<Named>.json(decoder).parse(response).firstName == "Ada")
        #expect(try PayloadParser<Named>.json.parse(response, decoder: decoder).firstName == "Ada")
        // A dictionary has the keys that the server sent.
        #expect(try PayloadParser.dictionary.parse(response, decoder: decoder)["first_name"] as? String == "Ada")
    }

    @Test(arguments: ["", " \r\n\t"]) func throwsEmptyBodyUnlessThePayloadIsOptional(body: String) throws {
        let response = try response(body)
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser<User>.json.parse(response) }
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser<User>.json(JSONDecoder()).parse(response) }
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser<[User]>.json.parse(response) }
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser.dictionary.parse(response) }
        #expect(throws: EndpointPayloadError.emptyBody) { try PayloadParser.array.parse(response) }
        #expect(try #require(complaint(PayloadParser<User>.json, response)).contains("The body is empty"))
        #expect(try PayloadParser<User?>.json.parse(response) == nil)
        #expect(try PayloadParser<User?>.json(JSONDecoder()).parse(response) == nil)
    }

    @Test(arguments: ["18446744073709551616", "1e400"])
    func distinguishesANumberOutOfRangeFromInvalidJSON(json: String) throws {
        let sentence = try #require(complaint(PayloadParser<[User]>.json, try response(#"[{"id":\#(json)}]"#)))
        #expect(sentence.contains("out of the range of its type") || sentence.contains("0.id: "))
        let invalid = try #require(complaint(PayloadParser<[User]>.json, try response(#"[{"id":1}"#)))
        #expect(!invalid.contains("out of the range"))
    }

    @Test func keepsTheReasonThatADecodableTypeGives() throws {
        enum Role: String, Decodable { case admin }
        let sentence = try #require(complaint(PayloadParser<Role>.json, try response(#""guest""#)))
        #expect(sentence.contains("Role") && !sentence.contains("out of the range"))
        #expect(try #require(complaint(PayloadParser<Date>.json, try response(#""guest""#))).contains("ISO 8601"))
    }

    @Test func decodesAnOptionalPayloadAndReadsNullAsNil() throws {
        #expect(try PayloadParser<User?>.json.parse(try response("null")) == nil)
        #expect(try PayloadParser<User?>.json.parse(try response(#"{"id":867}"#)) == User(id: 867))
        #expect(throws: DecodingError.self) { try PayloadParser<User?>.json.parse(try response("{")) }
    }

    @Test func acceptsAByteOrderMarkBeforeJSON() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array(#"{"id":867}"#.utf8)
        #expect(try PayloadParser<User>.json.parse(try response(bytes)) == User(id: 867))
    }
}
