import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of the values of query items and form fields that are hidden because of what they contain.
@Suite(.timeLimit(.minutes(1))) struct FieldValueTests {
    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    private func get(_ query: String) -> URLRequest { URLRequest(url: url("https://example.com/items?\(query)")) }

    private func form(_ text: String) throws -> URLRequest {
        try post(.text(text, contentType: "application/x-www-form-urlencoded"))
    }

    /// Records requests, each of which is answered with its number.
    private func record(_ requests: [URLRequest], hiding secrets: CassetteSecrets = CassetteSecrets()) async throws {
        let stub = StubTransport()
        stub.on(.any) { [stub] _ in .text("\(stub.calls.count)") }
        try await cassettes.record(stub, hiding: secrets) { transport in
            for request in requests { _ = await outcome(of: request, over: transport) }
        }
    }

    @Test(
        "Distinguishes values that only look like fields, JSON or URLs",
        arguments: [
            ("after=AA%3D", "after=BB%3D"), ("q=%22cats%22", "q=%22dogs%22"),
            ("filter=a%3D1,b%3D2", "filter=a%3D1,b%3D3"),
            ("where=%7B%22a%22:1%7D", "where=%7B%22a%22:2%7D"), ("QUE%3D", "QkI%3D"),
            ("to=https://example.com/@a?b=a@b.c", "to=https://example.com/@a?b=d@b.c"),
        ])
    func distinguishesValues(first: String, second: String) async throws {
        for requests in [[get(first), get(second)], [try form(first), try form(second)]] {
            try await record(requests)
            let replay = try ReplayTransport(cassettes.file, order: .matching)
            #expect(await outcome(of: requests[1], over: replay) == "200 2", "\(requests[1].curlCommand)")
            #expect(await outcome(of: requests[0], over: replay) == "200 1", "\(requests[0].curlCommand)")
            let strict = try ReplayTransport(cassettes.file)
            let refusal = await outcome(of: requests[1], over: strict)
            #expect(refusal.contains("is not in the cassette"), "\(requests[1].curlCommand)")
        }
    }

    @Test(
        "Hides a value that contains a secret",
        arguments: [
            "to=/login%3Fa=b%26token%3Ds3cret-0123", "to=/login%3Fiban%3Ds3cret-0123", "a=b%3D1%26iban%3Ds3cret-0123",
            "to=https%253A%252F%252Fexample.com%252F%253Ftoken%253Ds3cret-0123", "iban%3Ds3cret-0123",
            "v=%7B%22id%22:1,%22iban%22%20:%20%22s3cret-0123%22%7D",
            "v=%7B%22session%22:%7B%22id%22:%22s3cret-0123%22%7D%7D",
            #"v=%7B%22a%22:%22%7B\%22iban\%22:\%22s3cret-0123\%22%7D%22%7D"#, "to=https://ada:s3cret-0123@example.com/",
            "to=https://example.com/?u=//s3cret-0123@b", "to=x%3D1%26$name%3Ds3cret-0123",
            "to=https%3A%2F%2Fada%3As3cret-0123%252Fx%40example.com%2F", "//ada:s3cret-0123%2523x@example.com",
            "to=https%3A%2F%2Fada%3As3cret-0123%253Fx%40example.com%2F",
        ])
    func hidesValues(fields: String) async throws {
        let secrets = CassetteSecrets(names: ["iban", "$name"])
        try await record([get(fields), try form(fields)], hiding: secrets)
        let text = try cassettes.text
        #expect(!text.contains("s3cret-0123") && text.contains("***"), "\(text)")
    }

    @Test("Keeps the value of a harmless name") func harmless() async throws {
        try await record([get("after=a%26token%3Db")], hiding: CassetteSecrets(harmless: ["After"]))
        #expect(try cassettes.text.contains("after=a%26token%3Db"))
    }

    @Test("Hides a short secret in pretty-printed JSON in a form") func prettyPrinted() async throws {
        try await record([try form("v=%7B%0A++%22pin%22+:+%224711%22%0A%7D")])
        #expect(try cassettes.text.contains("v=***"))
    }

    @Test("Hides the nested values of a given name in forms and multipart bodies", arguments: [true, false])
    func nestedNames(dots: Bool) async throws {
        struct Payment: Encodable {
            var amount = 4711
            var card = ["cvc": "739"]
            var cards = [["cvc": ["739"]]]
        }
        let encoder = QueryEncoder(arrays: .indexedBrackets, nesting: dots ? .dots : .brackets)
        let bodies: [HTTPBody] = [
            .formEncoded(Payment(), encoder: encoder),
            .multipartEncoded(Payment(), encoder: encoder),
        ]
        try await record(bodies.map { try post($0) }, hiding: CassetteSecrets(names: ["CVC"]))
        #expect(try cassettes.text.contains("4711") && !cassettes.text.contains("739"))
    }

    @Test("Keeps the value of a harmless nested name, and hides the value of a given one")
    func wholeNestedNames() async throws {
        let secrets = CassetteSecrets(names: ["code", "card.limit"], harmless: ["promotion.code"])
        try await record([get("promotion.code=spring&card.code=739&card.limit=900&limit=5")], hiding: secrets)
        #expect(try cassettes.text.contains("promotion.code=spring&card.code=***&card.limit=***&limit=5"))
    }

    @Test("Matches asterisks in a request only with asterisks", arguments: ["***", "a***b****", #"\u002a**"#, "*%2A*"])
    func asterisks(text: String) async throws {
        func requests(_ text: String) throws -> [URLRequest] {
            var field = get("")
            field.setValue(text, forHTTPHeaderField: "X-A")
            let json = HTTPBody.json(text: #"{"text":"\#(text)","password":"s3cret-0123"}"#)
            return [get("\(text)"), field, try post(json), try post(.text("say \(text)")), try form("a=\(text)")]
        }
        let recorded = try requests(text)
        try await record(recorded)
        let replay = try ReplayTransport(cassettes.file, order: .matching, comparing: ["X-A"])
        for request in try requests("aXb*") {
            let refusal = await outcome(of: request, over: replay)
            #expect(refusal.contains("is not in the cassette"), "\(request.curlCommand)")
        }
        for request in recorded {
            #expect(await outcome(of: request, over: replay).hasPrefix("200"), "\(request.curlCommand)")
        }
    }

    @Test("Distinguishes canonically equivalent texts") func canonicallyEquivalentTexts() async throws {
        func bodies(_ text: String) -> [HTTPBody] { [.text(text), .json(["name": text])] }
        for (recorded, found) in zip(bodies("\u{E9}"), bodies("e\u{301}")) {
            try await record([post(recorded)])
            let replay = try ReplayTransport(cassettes.file)
            let request = try post(found)
            let refusal = await outcome(of: request, over: replay)
            #expect(refusal.contains("is not in the cassette"), "\(request.curlCommand)")
        }
    }

    @Test("Replays a multipart body whose boundary consists of asterisks") func boundary() async throws {
        let part = "--*****\r\nContent-Disposition: form-data; name="
        let body = "\(part)a\r\n\r\n1\r\n\(part)password\r\n\r\ns3cret-0123\r\n--*****--\r\n"
        let request = try post(.text(body, contentType: "multipart/form-data; boundary=*****"))
        try await record([request])
        #expect(try !cassettes.text.contains("s3cret-0123"))
        #expect(await outcome(of: request, over: try ReplayTransport(cassettes.file)) == "200 1")
    }
}
