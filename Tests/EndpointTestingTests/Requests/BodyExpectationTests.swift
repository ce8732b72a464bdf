import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct BodyExpectationTests {
    private struct Team: Encodable {
        var users = [User.ada, .grace]
        var size = 2
    }

    @Test func comparesJSONByValue() throws {
        let request = try post(.json(text: #" {"size" : 2.0, "users": [{"name": "\u0041da"}, {"name": "Grace"}]}"#))
        try request.expectJSONEncoded(Team())
        try request.expectJSONEncoded(Team(), encoder: JSONEncoder())
        try request.expectJSON(text: #"{"users":[{"name":"Ada"},{"name":"Grace"}],"size":2}"#)
        try request.expectJSON(["size": 2, "users": [["name": "Ada"], ["name": "Grace"]]])
    }

    @Test(
        "Distinguishes names that are repeated, or equivalent in Unicode, in JSON",
        arguments: [
            (#"{"a":1}"#, #"{"a":1,"a":2}"#, "$.a#2", nil as String?, "2" as String?),
            (#"{"a":1,"a":2}"#, #"{"a":1}"#, "$.a#2", "2", nil),
            (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, "$.a (the first of 2 places)", "1", "2"),
            ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}", "$[\"\u{E9}\"] (the first of 2 places)", "1", nil),
            (#"{"e\u0301":1}"#, "{\"\u{E9}\":1}", #"$["e\u{301}"] (the first of 2 places)"#, "1", nil),
        ])
    func names(expected: String, found: String, path: String, first: String?, second: String?) throws {
        let request = try post(.json(text: found))
        let mismatch = try #require(#expect(throws: RequestMismatch.self) { try request.expectJSON(text: expected) })
        #expect(mismatch.part == "body at \(path)")
        #expect(mismatch.expected == first && mismatch.found == second)
        try request.expectJSON(text: found)
    }

    @Test("Distinguishes fields of a form that look alike, and shows their difference")
    func similarFields() throws {
        func complaint(_ form: String, _ expected: KeyValuePairs<String, String>) -> String? {
            EndpointTestingTests.complaint {
                let body = HTTPBody.text(form, contentType: "application/x-www-form-urlencoded")
                try post(body).expectForm(expected.map { URLQueryItem(name: $0, value: $1) })
            }
        }
        let names = complaint("%C3%A9=1", ["e\u{301}": "1"])
        #expect(names?.contains(#"field "e\u{301}" differs: expected "1", found none"#) == true, "\(names ?? "")")
        let values = complaint("a=%C3%A9", ["a": "e\u{301}"])
        #expect(values?.contains(#"expected "e\u{301}", found "\u{E9}""#) == true, "\(values ?? "")")
        let spaces = complaint("a=b%C2%A0c", ["a": "b c"])
        #expect(spaces?.contains(#"expected "b c", found "b\u{A0}c""#) == true, "\(spaces ?? "")")
        let bytes = complaint("a=%FFb", ["a": "%FFb"])
        #expect(bytes?.contains(#"expected "%FFb", found "%FFb" (percent-encoded)"#) == true, "\(bytes ?? "")")
        #expect(complaint("a=%FF", ["a": "\u{FFFD}"]) != nil)
        #expect(complaint("%C3%A9=%e9%25+%2b", ["\u{E9}": "\u{E9}% +"]) != nil)
        #expect(complaint("%C3%A9=%c3%A9%25+%2b%&&b", ["b": "", "\u{E9}": "\u{E9}% +%"]) == nil)
    }

    @Test(arguments: [
        (
            #"{"users":[{"name":"Ada"}]}"#, #"{"users":[{"name":"Eve"}]}"#, "$.users[0].name", #""Ada""# as String?,
            #""Eve""# as String?
        ),
        ("[1,2]", "[1]", "$[1]", "2", nil),
        ("[1]", "[1,2]", "$[1]", nil, "2"),
        ("{}", #"{"first name":null}"#, #"$["first name"]"#, nil, "null"),
        ("[true]", "[1]", "$[0]", "true", "1"),
        (#"["1"]"#, "[1]", "$[0]", #""1""#, "1"),
        (#"["\u00E9"]"#, #"["e\u0301"]"#, "$[0]", #""\u{E9}""#, #""e\u{301}""#),
        ("[9.99]", "[9.990000000000001]", "$[0]", "9.99", "9.990000000000001"),
        ("[9007199254740993]", "[9007199254740992]", "$[0]", "9007199254740993", "9007199254740992"),
        ("[1e-200]", "[0]", "$[0]", "1e-200", "0"), ("[1e400]", "[1e500]", "$[0]", "1e400", "1e500"),
        ("[-1]", "[1]", "$[0]", "-1", "1"), ("[1e-400]", "[0]", "$[0]", "1e-400", "0"),
        (
            "[1340282366920938463463374607431768211455]", "[1340282366920938463463374607431768211454]", "$[0]",
            "1340282366920938463463374607431768211455", "1340282366920938463463374607431768211454"
        ),
        (#"{"a":{"b":[]}}"#, #"{"a":{"b":{}}}"#, "$.a.b", "[]", "{}"), (#"{"":1}"#, #"{"":2}"#, #"$[""]"#, "1", "2"),
        ("null", "{}", "$", "null", "{}"),
    ])
    func namesThePathOfTheDifference(
        expected: String, found: String, path: String, first: String?, second: String?
    ) throws {
        let request = try post(.json(text: found))
        let mismatch = try #require(#expect(throws: RequestMismatch.self) { try request.expectJSON(text: expected) })
        #expect(mismatch.part == "body at \(path)")
        #expect(mismatch.expected == first)
        #expect(mismatch.found == second)
        #expect(!mismatch.description.contains("credential"))
    }

    @Test(
        "Treats different spellings of a number as equal",
        arguments: [
            ("1", "1.0"), ("-0", "0.0e5"), ("100", "1E+2"), ("0.001", "1e-3"), ("-12.50", "-1250e-2"),
            ("20.0e399", "2e400"),
        ])
    func numbers(sent: String, expected: String) throws {
        try post(.json(text: "[\(sent)]")).expectJSON(text: "[\(expected)]")
    }

    @Test("Shows long texts from shortly before their first difference")
    func longTexts() throws {
        let same = String(repeating: "0123456789", count: 100)
        let request = try post(.text(same + "found" + same))
        let text = try #require(complaint { try request.expectText(same + "expected" + same) })
        #expect(text.contains("789expected012") && text.contains("789found012"))
        #expect(text.contains("(2007 characters)") && !text.contains("credential") && text.count < 1_000, "\(text)")
    }

    @Test func showsTheFirstOfManyDifferences() throws {
        let request = try post(.json(text: #"{"a":1,"b":2,"c":3}"#))
        let text = complaint { try request.expectJSON(text: #"{"a":1,"b":3,"c":4}"#) }
        #expect(text?.contains("The body at $.b (the first of 2 places) differs: expected 3, found 2") == true)
    }

    @Test func reportsABodyThatIsNotJSON() throws {
        let text = complaint { try post(.text("hello")).expectJSON(text: "[1]") }
        #expect(text?.contains(#"expected [1], found a body that is not JSON: "hello""#) == true)
        let none = complaint { try post(nil).expectJSON(text: "[1]") }
        #expect(none?.contains("expected [1], found none") == true)
        #expect(throws: FixtureError.invalidJSON) { try post(.json(text: "[1]")).expectJSON(text: "[1") }
    }

    @Test(arguments: [
        #"["\u00e4\ud83d\ude00\"\\\/\b\f\n\r\t"]"#, "[-0, 0.5, 1E+2, 1e-2, 12345678901234567890.125]", "\u{FEFF} [ ] ",
        #"{"a":{},"":[null,true,false]}"#, "\"\u{1F600}\u{2028}\"", "7",
    ])
    func parsesJSONAsFoundationDoes(text: String) throws {
        let object = try JSONSerialization.jsonObject(
            with: Data(text.utf8.drop { $0 >= 0xBB }), options: .fragmentsAllowed)
        try post(.data(JSONSerialization.data(withJSONObject: [object]))).expectJSON(
            text: "[\(text.drop { $0 == "\u{FEFF}" })]")
        try post(.json(text: text)).expectJSON(text: text)
    }

    @Test(arguments: [
        "", " ", "[1", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "+1", ".5", "1.", "1e", "-",
        "tru",
        "nul", "[1]x", "\"a", "\"\t\"", #""\x""#, #""\u12""#, #""\u+123""#, #""\u-000""#, #""\ud83d""#, #""\ude00""#,
        #""\ud83d\u0041""#, "'a'",
        "\u{1}", "[", "{", "\"\\",
    ])
    func refusesExpectedTextThatIsNotJSON(text: String) throws {
        #expect(throws: FixtureError.invalidJSON) { try post(.json(text: "[1]")).expectJSON(text: text) }
    }

    @Test func reportsDeeplyNestedJSONWithoutCrashing() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let text = complaint { try post(.json(text: deep)).expectJSON(text: "[1]") }
        #expect(text?.contains("found a body that is not JSON: ") == true)
        let other = complaint { try post(.json(text: "[1]")).expectJSON(text: deep) }
        #expect(other?.contains("nested too deeply") == true)
    }

    @Test("Distinguishes bytes that look like the expected text") func similarTexts() throws {
        for (sent, expected) in [(Data("e\u{301}".utf8), "\u{E9}"), (Data([0xE9]), "\u{FFFD}")] {
            #expect(throws: RequestMismatch.self, "\(expected)") { try post(.data(sent)).expectText(expected) }
            let json = Data("[\"".utf8) + sent + Data("\"]".utf8)
            #expect(throws: RequestMismatch.self, "\(expected)") {
                try post(.data(json)).expectJSON(text: "[\"\(expected)\"]")
            }
        }
    }

    @Test func comparesTextAndMissingBodies() throws {
        try post(.text("Grüße")).expectText("Grüße")
        try post(nil).expectNoBody()
        try post(.text("")).expectNoBody()
        let text = complaint { try post(.text("hello")).expectText("hallo") }
        #expect(text?.contains(#"expected "hallo", found "hello""#) == true)
        let body = complaint { try post(.data(Data([0xFF, 0]))).expectNoBody() }
        #expect(body?.contains("expected none, found 2 bytes") == true)
    }

    @Test func comparesFormsByField() throws {
        let request = try post(.formEncoded(.items(["q[1]": "a b+c", "tag": "x", "tag": "y"])))
        try request.expectForm(.items(["tag": "x", "tag": "y", "q[1]": "a b+c"]))
        let other = HTTPBody.text("a=", contentType: "Application/X-WWW-Form-URLEncoded; charset=utf-8")
        try post(other).expectForm([URLQueryItem(name: "a", value: nil)])
        let text = complaint { try request.expectForm(.items(["q[1]": "a b+c", "tag": "y", "tag": "x"])) }
        #expect(text?.contains(#"The form field "tag" differs: expected "y", "x", found "x", "y""#) == true)
        let json = complaint { try post(.json(["password": "s3cret"])).expectForm(.items(["q": "a"])) }
        #expect(json?.contains("found a body that is not a form: ") == true && json?.contains("s3cret") == false)
    }

    @Test func hidesCredentialsInMismatches() throws {
        let request = try post(.json(["password": "s3cret", "login": ["token": "s3cret"]]))
        let texts = [
            complaint { try request.expectJSON(["password": "other-s3cret"]) },
            complaint { try request.expectJSON(text: "[]") },
            complaint { try request.expectNoBody() },
            complaint { try request.expectText(#"{"token":"s3cret"}"#) },
            complaint { try post(.formEncoded(.items(["pin": "s3cret"]))).expectForm(.items(["pin": "other-s3cret"])) },
            complaint { try post(.formEncoded(.items(["data": #"{"pin":"s3cret"}"#]))).expectForm([]) },
            complaint { try post(.text("https://a:s3cret@b/?token=s3cret")).expectJSON(text: "[]") },
            complaint { try post(.text("hello")).expectJSON(["password": "s3cret"]) },
            complaint { try post(.text("hello")).expectForm(.items(["password": "s3cret"])) },
        ]
        for text in texts {
            #expect(text?.contains("s3cret") == false && text?.contains("***") == true, "\(text ?? "")")
        }
    }

    @Test func readsAStreamedBodyThatCanStillBeSent() async throws {
        let request = try post(.stream(contentType: "application/json") { InputStream(data: Data("[1]".utf8)) })
        try request.expectJSON(text: "[1]")
        try request.expectJSON(text: "[1]")
        let stub = StubTransport()
        stub.on(.any, answer: .status(204))
        _ = try await stub.send(request)
        try stub.calls[0].expectText("[1]")
    }

    @Test func leavesACustomBodyStreamUnread() throws {
        var request = try post(nil)
        request.httpBodyStream = InputStream(data: Data("[1]".utf8))
        let text = complaint { try request.expectJSON(text: "[1]") }
        #expect(text?.contains("can be read only once") == true, "\(text ?? "")")
        #expect(request.httpBodyStream?.streamStatus == .notOpen)
    }
}
