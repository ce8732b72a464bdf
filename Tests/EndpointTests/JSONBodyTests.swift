import Endpoint
import Foundation
import Testing

@Suite struct JSONBodyTests {
    private func request(_ body: HTTPBody) throws -> URLRequest {
        try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
    }

    private struct User: Encodable, Sendable {
        var name = "Ada"
        var born = Date(timeIntervalSince1970: 0)
        var note: String?
    }

    private enum Sort: String, Encodable { case created }

    // MARK: Values

    @Test("Encodes an Encodable value with dates in ISO 8601 and sorted members")
    func encodableValue() throws {
        let built = try request(.jsonEncoded(User()))
        #expect(built.bodyText == #"{"born":"1970-01-01T00:00:00Z","name":"Ada"}"#)
        #expect(built.allHTTPHeaderFields == ["Content-Type": "application/json"])
        let values = ["b": "a/b", "c": "", "a": "", "d": "", "e": ""]
        #expect(try request(.jsonEncoded(values)).bodyText == #"{"a":"","b":"a/b","c":"","d":"","e":""}"#)
    }

    @Test("Encodes values and literals with the given encoder")
    func customEncoder() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        #expect(try request(.jsonEncoded(User(), encoder: encoder)).bodyText == #"{"born":0,"name":"Ada"}"#)
        struct Range: Encodable { var firstPage = 1 }
        let literal = HTTPBody.json(["perPage": 2, "range": Range(), "when": User().born], encoder: encoder)
        #expect(try request(literal).bodyText == #"{"perPage":2,"range":{"first_page":1},"when":0}"#)
    }

    // MARK: Literals

    @Test("Encodes an object literal of mixed types and leaves nil out")
    func objectLiteral() throws {
        let title = "Notes"
        let body: HTTPBody? = .json(["title": title, "count": 2, "note": nil, "tags": ["a"], "nested": ["x": 1]])
        let expected = #"{"count":2,"nested":{"x":1},"tags":["a"],"title":"Notes"}"#
        #expect(try request(#require(body)).bodyText == expected)
    }

    @Test("Leaves nil out at every level of a literal")
    func nilAtEveryLevel() throws {
        let note: String? = nil
        let twice: String?? = .some(nil)
        let present: Int? = 3
        let bodies: [(HTTPBody, String)] = [
            (.json(["note": note]), "{}"),
            (.json(["a": "x", "note": note]), #"{"a":"x"}"#),
            (.json(["twice": twice, "present": present]), #"{"present":3}"#),
            (.json(["a": ["x": 1, "y": nil]]), #"{"a":{"x":1}}"#),
            (.json(["a": ["x": ["y": nil, "z": 1]], "b": [[1, nil], [nil]]]), #"{"a":{"x":{"z":1}},"b":[[1],[]]}"#),
            (.json(["a": [["x": note]], "b": [7: note, 8: "y"]]), #"{"a":[{}],"b":{"8":"y"}}"#),
            (.json(["a": ["x": note, "y": 1, "z": ["w": note]] as JSONLiteral]), #"{"a":{"y":1,"z":{}}}"#),
            (.json([1, nil, "b", note, ["x": note, "y": "z"]]), #"[1,"b",{"y":"z"}]"#),
            (.json([["id": 1, "note": nil], ["id": 2, "note": 3]]), #"[{"id":1},{"id":2,"note":3}]"#),
            (.json(["a": twice.map { [$0] }]), #"{"a":[]}"#),
        ]
        for (body, expected) in bodies { #expect(try request(body).bodyText == expected) }
    }

    @Test("Makes an object of a literal that is the body itself, without nil")
    func literal() throws {
        let note: String? = nil
        let body: HTTPBody = ["title": "Notes", "note": note, "tags": ["a"], "pages": 1 + 2]
        #expect(try request(body).bodyText == #"{"pages":3,"tags":["a"],"title":"Notes"}"#)
        #expect(body.contentType == "application/json")
    }

    @Test("Sends null for JSONLiteral.null")
    func explicitNull() throws {
        let note: String? = nil
        let title: String? = "Notes"
        let body = HTTPBody.json([
            "note": note ?? JSONLiteral.null, "title": title ?? JSONLiteral.null,
            "list": [1, JSONLiteral.null, "a"] as JSONLiteral,
            "nested": ["x": JSONLiteral.null],
        ])
        #expect(try request(body).bodyText == #"{"list":[1,null,"a"],"nested":{"x":null},"note":null,"title":"Notes"}"#)
        // A dictionary that is not a literal keeps its nil values.
        let values: [String: Int?] = ["a": nil]
        #expect(try request(.jsonEncoded(values)).bodyText == #"{"a":null}"#)
        #expect(try request(.json(JSONLiteral.null)).bodyText == "null")
    }

    private struct Profile: Encodable {
        var name: Nullable<String>?
        var born: Nullable<Date>?
    }

    @Test(
        "Tells null, a value and nil apart, in a literal, a type, a form and query items",
        arguments: [
            (nil, "{}", ""), (.null, #"{"name":null}"#, "name="), (.value("Ada"), #"{"name":"Ada"}"#, "name=Ada"),
        ] as [(Nullable<String>?, String, String)])
    func nullable(name: Nullable<String>?, json: String, form: String) throws {
        #expect(try request(.json(["name": name])).bodyText == json)
        #expect(try request(.jsonEncoded(Profile(name: name))).bodyText == json)
        #expect(try request(.form(["name": name])).bodyText == form)
        let items = try [URLQueryItem].encoded(Profile(name: name))
        #expect(items.map { "\($0.name)=\($0.value ?? "nil")" }.joined() == form)
    }

    @Test("Writes the date of a Nullable as the encoder writes dates")
    func nullableDate() throws {
        let profile = Profile(born: .value(Date(timeIntervalSince1970: 0)))
        #expect(try request(.jsonEncoded(profile)).bodyText == #"{"born":"1970-01-01T00:00:00Z"}"#)
    }

    @Test("Encodes values of many types in a literal")
    func kindsOfValues() throws {
        let id = UUID()
        let date = Date(timeIntervalSince1970: 0)
        let body = HTTPBody.json([
            "sort": Sort.created, "user": User(), "users": [User()], "date": date, "dates": [date],
            "url": url("https://a/b"), "id": id, "data": Data([1, 2]), "decimal": Decimal(11) / 10, "ratio": 1.5,
            "negative": -1, "flag": true, "big": UInt64.max, "text": "a\(1 + 1)",
        ])
        let encoded = #"""
            {"big":18446744073709551615,"data":"AQI=","date":"1970-01-01T00:00:00Z","dates":["1970-01-01T00:00:00Z"],\#
            "decimal":1.1,"flag":true,"id":"\#(id)","negative":-1,"ratio":1.5,"sort":"created",\#
            "text":"a2","url":"https://a/b","user":{"born":"1970-01-01T00:00:00Z","name":"Ada"},\#
            "users":[{"born":"1970-01-01T00:00:00Z","name":"Ada"}]}
            """#
        #expect(try request(body).bodyText == encoded)
    }

    @Test("Accepts literals, variables and expressions as JSON")
    func spellings() throws {
        let dictionary = ["a": 1]
        let name = "a"
        let count: Int? = 2
        let make: (Int) -> HTTPBody = { .json(["a": $0]) }
        func ternary(_ flag: Bool) -> HTTPBody? { flag ? .json(["a": 1, "b": nil]) : nil }
        let bodies: [(HTTPBody?, String)] = [
            (.jsonEncoded(dictionary), #"{"a":1}"#), (.jsonEncoded(dictionary.mapValues { $0 + 1 }), #"{"a":2}"#),
            (.json([name: 1, "\(name)b": "x"]), #"{"a":1,"ab":"x"}"#),
            (.jsonEncoded(["a": 1] as [String: Int]), #"{"a":1}"#),
            (.jsonEncoded([1: "x"]), #"{"1":"x"}"#), (.json([1, 2]), "[1,2]"), (.json([1, "a"]), #"[1,"a"]"#),
            (.json([Sort.created.rawValue: 1]), #"{"created":1}"#), (.json([]), "[]"), (.json([:]), "{}"),
            (.json("x"), #""x""#), (.json(7), "7"), (.jsonEncoded(count), "2"),
            (.json(name.isEmpty ? ["a": 1] : ["b": "c"]), #"{"b":"c"}"#),
            (
                .json(["a": count.map { $0 * 2 }, "b": count ?? 3, "c": 1 + 2 * 3, "d": Double(7) / 2]),
                #"{"a":4,"b":2,"c":7,"d":3.5}"#
            ),
            (.json(["a": name.isEmpty ? nil : name, "b": [1, 2].map { "\($0)" }]), #"{"a":"a","b":["1","2"]}"#),
            (make(1), #"{"a":1}"#), (ternary(true), #"{"a":1}"#), (ternary(false), "none"),
        ]
        for (body, expected) in bodies { #expect(try body.map { try request($0).bodyText } ?? "none" == expected) }
    }

    @Test("Makes a literal of a string, a number, a Boolean value or a variable")
    func scalars() throws {
        let count = 3
        let missing: String? = nil
        let values: [(JSONLiteral?, String)] = [
            ("tok_1", #""tok_1""#), ("a\(count)", #""a3""#), (7, "7"), (1.5, "1.5"), (true, "true"),
            (JSONLiteral(count), "3"), (JSONLiteral(missing), "null"),
            (JSONLiteral(["a": count, "b": nil]), #"{"a":3}"#),
            (["number": count], #"{"number":3}"#), ([1, "a"], #"[1,"a"]"#), (.null, "null"),
        ]
        for (value, expected) in values {
            #expect(try request(.json(#require(value))).bodyText == expected)
            #expect(try request(.json(["value": value])).bodyText == #"{"value":\#(expected)}"#, "\(expected)")
        }
        let none: JSONLiteral? = nil
        #expect(try request(.json(["value": none])).bodyText == "{}")
    }

    // MARK: Errors

    @Test("Names the coding path of a value that JSON cannot represent")
    func unencodableValue() throws {
        let bodies: [(HTTPBody, String)] = [
            (.json(["ratio": Double.nan]), "ratio"), (.json(["a": [["b": Double.infinity]]]), "a.0.b"),
            (.json(["a": 1, "b": ["c": Double.nan, "d": "e"] as JSONLiteral]), "b.c"),
            (.json(["a": [Date(timeIntervalSince1970: 1e15)]]), "a.0"),
        ]
        for (body, place) in bodies {
            let error = error { try request(body) }
            guard case .bodyNotEncodable = error else { throw try #require(error) }
            #expect(error?.description.contains(" \(place): ") == true, "\(String(describing: error))")
        }
    }

    @Test("Refuses a date that is not finite", arguments: [Double.nan, .infinity, -.infinity])
    func dateThatIsNotFinite(_ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        for body in [HTTPBody.json(["date": date]), .json([date]), .jsonEncoded(date)] {
            let error = error { try request(body) }
            guard case .bodyNotEncodable(is EncodingError) = error else { throw try #require(error) }
        }
    }

    @Test("Writes whole seconds as Foundation writes them in ISO 8601", arguments: [-1e10, -1, 0, 1e9, 1e11])
    func dates(_ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(try request(.json([date])).bodyData == encoder.encode([date]))
    }

    @Test("Names a key that occurs twice in a literal")
    func duplicateKey() throws {
        let name = "title"
        let bodies: [(HTTPBody, String)] = [
            (.json([name: 1, "title": 2]), ""), (.json(["a": [[name: 1, "title": "b"] as JSONLiteral]]), " a.0:"),
            (.json([name: 1, "title": 2, "a": "b"]), ""),
        ]
        for (body, place) in bodies {
            let error = error { try request(body) }
            guard case .bodyNotEncodable(is EncodingError) = error else { throw try #require(error) }
            let reason = #":\#(place) The name "title" occurs twice"#
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
    }

    @Test(
        "Writes dates in the calendar of ISO 8601, even before 1582",
        arguments: [
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("0000-02-29T12:34:56Z", -62_162_076_304),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("1492-10-12T00:00:00Z", -15_059_606_400),
            ("1582-10-14T00:00:00Z", -12_219_379_200), ("1582-10-15T00:00:00Z", -12_219_292_800),
            ("1969-12-31T23:59:59.750Z", -0.25), ("2000-02-29T00:00:00Z", 951_782_400),
            ("9999-12-31T23:59:59.500Z", 253_402_300_799.5), ("2023-11-14T22:13:20.123Z", 1_700_000_000.123),
            ("1970-01-01T00:00:01Z", 0.9996), ("1492-10-12T00:00:00.004Z", -15_059_606_399.996),
        ])
    func dates(text: String, seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try String(decoding: JSONEncoder.endpoint().encode([date]), as: UTF8.self) == "[\"\(text)\"]")
        #expect(try QueryEncoder().encode(["d": date]) == [URLQueryItem(name: "d", value: text)])
    }

    @Test("Refuses a date whose year has more than four digits", arguments: [1e15, 253_402_300_800, -62_167_219_201])
    func distantDates(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let reason = "The year of the date is not from 0 to 9999."
        #expect(refusal { try JSONEncoder.endpoint().encode([date]) } == reason)
        #expect(refusal { try QueryEncoder().encode(["d": date]) } == reason)
    }
}
