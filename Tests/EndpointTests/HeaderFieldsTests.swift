import Endpoint
import Foundation
import Testing

@Suite struct HeaderFieldsTests {
    private func request(_ fields: [String: String]) throws -> URLRequest {
        try Sample(pathComponents: ["x"], headerFields: fields).request(baseURL: baseURL)
    }

    @Test(arguments: [
        "", " ", "A B", "A:", ":A", "A\r\nB", "A\n", "A\0", "A\t", " A", "A ", "Ä", "A/B", "A(1)", "A,B", "A;B", "A=B",
        "A@B",
        "A[0]", "A{0}", "A\"B", "A\\B", "A?B", "A<B>", "A\u{7F}", "A\u{301}", "\u{338}",
    ])
    func refusesANameThatIsNotAToken(_ name: String) {
        #expect(error { try request([name: "x"]) } == .invalidHeaderFieldName(name))
    }

    @Test(arguments: [
        "a\r\nSet-Cookie: b", "a\rb", "a\nb", "\n", "a\0b", "\u{1}", "\u{1F}", "a\u{7F}", " a", "a ", "\ta", "a\t", " ",
        "a\u{85}b", "\u{80}", "a\u{9F}", "e\u{301}\r\n", "a\u{301}\n b",
    ])
    func refusesAValueThatHTTPForbids(_ value: String) {
        #expect(error { try request(["X-Value": value]) } == .invalidHeaderFieldValue(name: "X-Value", value: value))
    }

    @Test(arguments: [
        "", "a", "a b", "a\tb", "é", "日本語", "😀", "\u{A0}", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "a\u{301}",
    ])
    func keepsValuesThatHTTPAllows(_ value: String) throws {
        #expect(try request(["X-Value": value]).value(forHTTPHeaderField: "X-Value") == value)
    }

    @Test(arguments: ["A", "!#$%&'*+-.^_`|~09azAZ"])
    func keepsANameThatIsAToken(_ name: String) throws {
        #expect(try request([name: "x"]).allHTTPHeaderFields == [name: "x"])
    }

    @Test(arguments: [
        ("Accept", "accept"), ("X-A", "x-a"), ("ETAG", "etag"),
        (String(repeating: "A", count: 64), String(repeating: "a", count: 64)),
    ])
    func refusesNamesThatDifferOnlyInCase(_ first: String, _ second: String) {
        for others in [0, 1, 40, 300] {
            var fields = [first: "1", second: "2"]
            for index in 0..<others { fields["X-Other-\(index)"] = "x" }
            #expect(
                error { try request(fields) } == .duplicateHeaderField(first, second), "with \(others) other fields")
        }
    }

    @Test func keepsManyDistinctFields() throws {
        let names = (0..<300).map { "X-Other-\($0)" } + ["X@".replacing("@", with: "`"), "X-", "X^", "X~"]
        let fields = Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })
        #expect(try request(fields).allHTTPHeaderFields == fields)
    }

    @Test func overridesTheBodyContentTypeWithAFieldInAnyCase() throws {
        func request(_ fields: [String: String]) throws -> URLRequest {
            try Sample(.post, pathComponents: ["x"], headerFields: fields, body: .json(["a": 1]))
                .request(baseURL: baseURL)
        }
        #expect(try request([:]).allHTTPHeaderFields == ["Content-Type": "application/json"])
        let type = "application/vnd.api+json"
        #expect(try request(["content-type": type]).allHTTPHeaderFields == ["content-type": type])
        #expect(
            try request(["Content": "x"]).allHTTPHeaderFields == ["Content": "x", "Content-Type": "application/json"])
    }

    @Test(
        "Refuses a content type that is not a media type",
        arguments: [
            "", "text", "/", "text/", "/plain", "text/plain/x", "text/plain charset=utf-8", " text/plain",
            "text/plain ", "te xt/plain", "text/pl\u{E4}in", "a/b\r\nX: y", "a/b; x=\r\ny",
        ])
    func contentTypes(_ type: String) throws {
        let bodies: [HTTPBody] = [
            .data(Data(), contentType: type), .text("", contentType: type), .file(url("file:///a"), contentType: type),
            .stream(contentType: type) { InputStream(data: Data()) },
        ]
        for body in bodies {
            let endpoint = Sample(.post, pathComponents: ["x"], body: body)
            #expect(
                error { try endpoint.request(baseURL: baseURL) } == .invalidContentType(type, part: nil), "\(body)")
        }
        let own = Sample(.post, pathComponents: ["x"], headerFields: ["content-type": type], body: .text(""))
        #expect(error { try own.request(baseURL: baseURL) } == .invalidContentType(type, part: nil))
        let body = HTTPBody.multipart([.data(Data(), name: "a", fileName: "b", contentType: type)])
        let endpoint = Sample(.post, pathComponents: ["x"], body: body)
        #expect(error { try endpoint.request(baseURL: baseURL) } == .invalidContentType(type, part: "a"))
    }

    @Test(
        "Sends any media type, with or without parameters",
        arguments: [
            "a/b", "application/vnd.api+json", "text/plain; charset=utf-8", "text/plain ;charset=\"\u{E4}\"", "x/y;",
        ])
    func mediaTypes(_ type: String) throws {
        let endpoint = Sample(.post, pathComponents: ["x"], body: .data(Data(), contentType: type))
        #expect(try endpoint.request(baseURL: baseURL).value(forHTTPHeaderField: "Content-Type") == type)
    }

    @Test("Makes header fields from a literal and leaves nil out")
    func fieldsFromALiteral() throws {
        let trace: UUID? = UUID()
        let etag: String? = nil
        let fields: [String: String] = .fields([
            "Accept": "application/json", "X-Trace": trace, "If-None-Match": etag, "X-Page": 2, "X-Dry-Run": true,
            "Origin": url("https://example.com"),
        ])
        let expected = [
            "Accept": "application/json", "X-Trace": trace?.uuidString, "X-Page": "2", "X-Dry-Run": "true",
            "Origin": "https://example.com",
        ]
        #expect(fields == expected.compactMapValues { $0 })
        let empty: [String: String] = .fields([:])
        #expect(empty.isEmpty)
    }

    @Test("Refuses a name that occurs twice in a literal")
    func duplicateInALiteral() throws {
        let literals: [[String: String]] = [
            .fields(["A": 1, "a": 2]), .fields(["X-Trace": "a", "X-Trace": "b"]),
            .fields(["A": "a", "A": "b", "A": "c"]),
            .fields(["x-trace": "a", "Accept": "b", "x-trace": "a"]),
        ]
        for fields in literals {
            let error = error { try request(fields) }
            guard case .duplicateHeaderField = error else { throw try #require(error) }
        }
        let withoutLetters: [String: String] = .fields(["1": "a", "1": "b"])
        #expect(throws: EndpointRequestError.invalidHeaderFieldName("1 ")) { try request(withoutLetters) }
    }

    @Test("Sets header fields in place of those of the same names, and leaves a request unchanged for an invalid one")
    func setting() throws {
        var request = URLRequest(url: url("https://example.com/"))
        request.allHTTPHeaderFields = ["x-trace": "1", "Accept": "text/plain"]
        try request.setHeaderFields(["X-Trace": "2", "X-New": "3"])
        #expect(request.allHTTPHeaderFields?.count == 3)
        #expect(request.value(forHTTPHeaderField: "X-Trace") == "2")
        let before = request
        for fields in [["X-New": "a\r\nX-Evil: b"], ["X Y": "1"], ["X-Trace": "4", "x-trace": "5"]] {
            #expect(throws: EndpointRequestError.self, "\(fields)") { try request.setHeaderFields(fields) }
            #expect(request == before)
        }
    }
}
