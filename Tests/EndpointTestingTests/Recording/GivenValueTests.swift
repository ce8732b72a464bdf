import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of given values, which are hidden wherever they occur, and of parts that are hidden because of their names.
@Suite(.timeLimit(.minutes(1))) struct GivenValueTests {
    private static let secret = "s3cret/0123 56789"
    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    private func text(
        _ request: URLRequest,
        _ answer: StubAnswer = .status(200),
        hiding secrets: CassetteSecrets = CassetteSecrets()
    ) async throws -> String {
        let stub = StubTransport()
        stub.on(.any, answer: answer)
        _ = try await cassettes.record(stub, hiding: secrets) { await outcome(of: request, over: $0) }
        return try cassettes.text
    }

    private func request(_ string: String = "https://example.com/") -> URLRequest { URLRequest(url: url(string)) }

    @Test func hidesATokenWithinBinaryData() async throws {
        let token = "eyJhbGciOiJub25lIn0.abcdef0123456789.abcdef0123456789"
        let body = HTTPBody.data(Data([0xFF, 0xC3]) + Data(token.utf8) + Data([0xFE]))
        let text = try await text(request(), StubAnswer(body: body))
        #expect(text.contains((Data([0xFF, 0xC3]) + Data("***".utf8) + Data([0xFE])).base64EncodedString()), "\(text)")
    }

    @Test(arguments: [
        "Content-Disposition: form-data; name=password", "Content-Disposition: form-data;name=\"password\"",
        "content-disposition: form-data; filename=\"a;b\" ; NAME = \"password\"",
        #"Content-Disposition: form-data; name="card;pincode_token""#,
        #"Content-Disposition: form-data; name="a\"b_token""#, "Content-Disposition: form-data; name=\"password",
        #"Content-Disposition: form-data; filename="a; name="; name="password""#,
    ])
    func hidesASecretPartForAnySpellingOfItsHeader(head: String) async throws {
        let body = "--b\r\n\(head)\r\n\r\nhunter2345\r\n--b--\r\n"
        let multipart = HTTPBody.text(body, contentType: "multipart/form-data; boundary=b")
        let text = try await text(try post(multipart))
        #expect(!text.contains("hunter2345") && text.contains("***"), "\(text)")
    }

    @Test(arguments: ["boundary=b ; charset=utf-8", "charset=utf-8; Boundary=\"b\"", "boundary=b\t;a=b"])
    func hidesASecretPartForAnySpellingOfTheBoundary(parameters: String) async throws {
        let part = "--b\r\nContent-Disposition: form-data; name="
        let body = "\(part)a\r\n\r\nb\r\n\(part)password\r\n\r\nhunter2345\r\n--b--\r\n"
        let text = try await text(try post(.text(body, contentType: "multipart/form-data; \(parameters)")))
        #expect(!text.contains("hunter2345"), "\(text)")
    }

    @Test("Hides a secret part after a preamble") func preamble() async throws {
        let body = "Hi\r\n--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2345\r\n--b--\r\n"
        let text = try await text(try post(.text(body, contentType: "multipart/form-data; boundary=b")))
        #expect(!text.contains("hunter2345"), "\(text)")
    }

    @Test("Hides a secret part whose boundary the content type does not name") func otherBoundary() async throws {
        let body = "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2345\r\n--B--\r\n"
        let text = try await text(try post(.text(body, contentType: "multipart/form-data; boundary=A")))
        #expect(!text.contains("hunter2345"), "\(text)")
    }

    @Test(arguments: [
        ("application/json", #"{"password":"hunter2345","kept":1}"#),
        ("application/x-www-form-urlencoded", "kept=1&password=hunter2345"),
    ])
    func hidesSecretsWithinMultipartParts(contentType: String, content: String) async throws {
        let head = "Content-Disposition: form-data; name=\"login\"\r\nContent-Type: \(contentType)"
        let body = "--b\r\n\(head)\r\n\r\n\(content)\r\n--b--\r\n"
        let multipart = HTTPBody.text(body, contentType: "multipart/form-data; boundary=b")
        let text = try await text(try post(multipart))
        #expect(!text.contains("hunter2345") && text.contains("kept"), "\(text)")
    }

    @Test func hidesConfiguredValuesInAnyEncoding() async throws {
        var request = try post(.json(text: #"{"id":4711,"s3cret/0123 56789":1,"list":["s3cret%2f0123+56789"]}"#))
        request.url = url("https://example.com/s3cret%2f0123%2056789?a=s3cret%2F0123+56789&b=s3cret/0123%2056789")
        request.setValue("application/json; tenant=tenant-x", forHTTPHeaderField: "Content-Type")
        request.setValue("1", forHTTPHeaderField: "X-tenant-x")
        let secrets = CassetteSecrets(values: [Self.secret, "4711", "tenant-x"])
        let text = try await text(request, hiding: secrets)
        for value in ["s3cret", "56789", "4711", "tenant-x"] { #expect(!text.contains(value), "\(text)") }
        let replay = try ReplayTransport(cassettes.file, hiding: secrets)
        #expect(await outcome(of: request, over: replay) == "200 ")
    }

    @Test(
        "Hides a given value that is encoded twice",
        arguments: ["%252F", "%255c%252f", "%5C%2F", "%5Cu002f", "%5C%75002F", "%25%32%46"])
    func twiceEncodedValues(slash: String) async throws {
        let secrets = CassetteSecrets(values: ["/tenant/42 /😀"])
        let text = "a=1%25%20\(slash)tenant\(slash)42%2B\(slash)%255Cud83d%5Cude00%255&b=%5C"
        let body = HTTPBody.text(text, contentType: "application/x-www-form-urlencoded")
        #expect(try await self.text(try post(body), hiding: secrets).contains("a=1%25%20***%255&b=%5C"))
    }

    @Test(
        "Hides a given value with percent signs or backslashes, however often they are encoded",
        arguments: [
            ("p%ss/word", "p%2525ss%252Fword"), (#"pa\ss-word"#, "pa%5C%5Css-word"),
            (#"pa\\ss-word"#, "pa%5C%5Css-word"), ("pa%25ss-word", "pa%2525ss-word"), ("pa%25ss-word", "pa%25ss-word"),
            ("ss-word/", "ss-word%2F"),
        ])
    func twiceEncodedEscapes(value: String, encoded: String) async throws {
        let body = HTTPBody.text("a=\(encoded)", contentType: "application/x-www-form-urlencoded")
        let text = try await text(try post(body), hiding: CassetteSecrets(values: [value]))
        #expect(text.contains("a=***\""), "\(text)")
    }

    @Test("Hides the whole of a given value that begins with another one") func longerValue() async throws {
        let secrets = CassetteSecrets(values: ["acme", "acme-north"])
        let text = try await text(request("https://example.com/acme-north/users"), hiding: secrets)
        #expect(text.contains("https://example.com/***/users"), "\(text)")
    }

    @Test("Does not decode a percent sign that a plus sign follows")
    func plusSignAfterPercentSign() async throws {
        let body = HTTPBody.text("a=tenant%+2name", contentType: "application/x-www-form-urlencoded")
        let text = try await text(try post(body), hiding: CassetteSecrets(values: ["tenant\u{2}name"]))
        #expect(text.contains("a=tenant%+2name"), "\(text)")
    }

    @Test(arguments: ["secret", "password", "deleted", "example"])
    func keepsCommonWordsOutsideSecretFields(word: String) async throws {
        var request = try post(.json(["pin": word]))
        request.url = url("https://\(word).com/")
        let json = #"{"\#(word)_count":1,"deleted":false,"state":"\#(word)"}"#
        let answer = StubAnswer.json(text: json, headerFields: ["Set-Cookie": "sid=deleted; theme=sunshine"])
        let text = try await text(request, answer)
        #expect(text.contains("https://\(word).com/") && text.contains(#""deleted": false"#), "\(text)")
        #expect(text.contains(#""state": "\#(word)""#) && !text.contains(#""pin": "\#(word)""#), "\(text)")
    }

    @Test("Hides a short value of a header field with a given name") func shortValue() async throws {
        var request = request()
        request.setValue("acme", forHTTPHeaderField: "X-Tenant")
        let text = try await text(request, hiding: CassetteSecrets(names: ["X-Tenant"]))
        #expect(text.contains(#""X-Tenant": "***""#), "\(text)")
    }

    @Test("Keeps the words of credentials that are not secret") func ordinaryParameters() async throws {
        var request = request()
        let digest = #"Digest realm="library", response="0123456789abcdef""#
        request.setValue(digest, forHTTPHeaderField: "Authorization")
        let text = try await text(request, .text("The library is open."))
        #expect(text.contains("The library is open."), "\(text)")
    }

    @Test("Keeps the members whose names are equal once they are hidden") func hiddenNames() async throws {
        let names = (1...9).map { "acme-\($0)" }
        let numbers = Dictionary(uniqueKeysWithValues: zip(names, 1...9))
        let text = try await text(
            try post(.jsonEncoded(numbers)), .jsonEncoded(numbers), hiding: CassetteSecrets(values: names))
        for number in 1...9 { #expect(text.contains(#""***": \#(number)"#), "\(text)") }
        #expect(!text.contains("acme"))
    }

    @Test(
        "Hides a secret with three asterisks",
        arguments: [HTTPBody.json(["password": "pa***word1"]), .multipart([.text("pa***word1", name: "password")])])
    func asterisks(body: HTTPBody) async throws {
        let text = try await text(try post(body))
        #expect(text.contains("***") && !text.contains("word1"), "\(text)")
    }

    @Test(
        "Replays a given value beside an asterisk or a combining character",
        arguments: ["*%@*", "%@\u{301}", "***%@**", "%@%@"])
    func neighbours(format: String) async throws {
        let text = format.replacing("%@", with: "hunter2345")
        let bodies = [HTTPBody.formEncoded(.items(["password": "hunter2345"])), .text(text), .json(["a": text])]
        let requests = try bodies.map { try post($0) }
        let stub = StubTransport()
        stub.on(.any, answer: .status(200))
        let secrets = CassetteSecrets(values: ["hunter2345"])
        _ = try await cassettes.record(stub, hiding: secrets) { transport in
            for request in requests { _ = await outcome(of: request, over: transport) }
        }
        #expect(try !cassettes.text.contains("hunter"))
        let replay = try ReplayTransport(cassettes.file, hiding: secrets)
        for request in requests { _ = await outcome(of: request, over: replay) }
        try replay.verify()
    }

    @Test("Hides JSON in queries and forms as a whole") func jsonInFields() async throws {
        let json = #"{"password":"hunter2345"}"#
        var request = try post(.formEncoded(.items(["payload": json])))
        request.url = url("https://example.com/").appending(queryItems: .items(["variables": json]))
        let text = try await text(request)
        #expect(
            !text.contains("hunter2345") && text.contains("variables=***") && text.contains("payload=***"), "\(text)")
    }
}
