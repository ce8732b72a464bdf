import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of secrets that reappear where no name marks them, and of words that are not secrets.
@Suite(.timeLimit(.minutes(1))) struct EchoTests {
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

    @Test(arguments: [
        #"{"refresh_token":"abcdef0123456789","renew":"https://example.com/renew/abcdef0123456789"}"#,
        #"{"session":{"id":"abcdef0123456789"},"text":"Yours is abcdef0123456789."}"#,
        #"{"access":"eyJhbGciOiJub25lIn0.abcdef0123456789.abcdef0123456789"}"#,
    ])
    func hidesATokenOfTheServerAnywhereInItsResponse(json: String) async throws {
        let text = try await text(request(), .json(text: json))
        #expect(!text.contains("abcdef0123456789") && text.contains("***"), "\(text)")
    }

    @Test func hidesATokenWithinBinaryData() async throws {
        let token = "eyJhbGciOiJub25lIn0.abcdef0123456789.abcdef0123456789"
        let body = HTTPBody.data(Data([0xFF, 0xC3]) + Data(token.utf8) + Data([0xFE]))
        let text = try await text(request(), StubAnswer(body: body))
        #expect(text.contains((Data([0xFF, 0xC3]) + Data("***".utf8) + Data([0xFE])).base64EncodedString()), "\(text)")
    }

    @Test func hidesASecretOfARedirectInTheNextRequest() async throws {
        let stub = StubTransport()
        let location = ["Location": "https://example.com/?code=abcdef0123#access_token=ghijkl4567"]
        stub.on(.any, answer: .status(302, headerFields: location), .status(200))
        _ = try await cassettes.record(stub) { transport in
            for path in ["", "abcdef0123", "ghijkl4567"] {
                _ = await outcome(of: request("https://example.com/\(path)"), over: transport)
            }
        }
        let text = try cassettes.text
        #expect(!text.contains("abcdef0123") && !text.contains("ghijkl4567"), "\(text)")
    }

    @Test("Hides a password in a URL and in the answer, in a request that no endpoint checked")
    func passwordInURL() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .text("Hello hunter2345"))
        let request = request("https://maria:hunter2345@example.com/")
        _ = try await cassettes.record(stub) { transport in
            _ = try? await transport.send(request, context: EndpointTransportContext()).body.collected(upTo: 100)
        }
        let text = try cassettes.text
        #expect(!text.contains("hunter2345") && text.contains("Hello ***"), "\(text)")
    }

    @Test("Hides a secret in both of its canonically equivalent spellings, if both are sent")
    func equivalentSpellings() async throws {
        let (composed, decomposed) = ("secr\u{E9}t-1", "secre\u{301}t-1")
        let answer = StubAnswer.text("Yours is \(composed) or \(decomposed).")
        let body = try post(.json(["password": composed, "token": decomposed]))
        let collected = try await text(body, answer)
        #expect(collected.contains("Yours is *** or ***."), "\(collected)")
        let given = try await text(request(), answer, hiding: CassetteSecrets(values: [composed, decomposed]))
        #expect(given.contains("Yours is *** or ***."), "\(given)")
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
        let text = try await text(try post(multipart), .text("You sent hunter2345."))
        #expect(!text.contains("hunter2345") && text.contains("You sent ***."), "\(text)")
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
        let text = try await text(try post(multipart), .text("You sent hunter2345."))
        #expect(!text.contains("hunter2345") && text.contains("kept") && text.contains("You sent ***."), "\(text)")
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

    @Test(
        "Hides the echo of a secret with at least six characters, even as a number",
        arguments: [("471108", "0"), ("47110", "47110")])
    func shortSecrets(secret: String, shown: String) async throws {
        let text = try await text(try post(.json(["pin": secret])), .json(text: #"{"id":\#(secret)}"#))
        #expect(text.contains(#""id": \#(shown)"#), "\(text)")
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

    @Test func hidesANameOnlyIfItIsClearlyASecret() async throws {
        let json = #"{"hunter2345":1,"abcdef0123456789":2}"#
        let fields = ["X-hunter2345": "1", "X-abcdef0123456789": "2"]
        let text = try await text(
            request("https://example.com/?a_token=hunter2345&b_token=abcdef0123456789"),
            .json(text: json, headerFields: fields))
        #expect(text.contains(#""hunter2345": 1"#) && text.contains(#""***": 2"#), "\(text)")
        #expect(text.contains(#""X-hunter2345": "1""#) && text.contains(#""X-***": "2""#), "\(text)")
    }

    @Test(
        "Hides a secret of a header field in the body",
        arguments: [
            ("X-CSRF-Token", "hunter2345"), ("X-Tenant", "hunter2345"), ("Cookie", "sid=\"hunter2345\""),
            ("Cookie", "theme=dark; sid=s%3Ahunter2345"), ("Set-Cookie", "sid=\"hunter2345\""),
            ("Set-Cookie", "sid=s%3Ahunter2345"), ("X-Api-Key", "s%3Ahunter2345"),
            ("Authorization", #"OAuth oauth_nonce="1",oauth_token="s%3Ahunter2345""#),
            ("X-Api-Key", "1 hunter2345, 2"),
        ])
    func headerFields(name: String, value: String) async throws {
        let secrets = CassetteSecrets(names: ["X-Tenant"])
        var sent = request()
        sent.setValue(value, forHTTPHeaderField: name)
        for (request, fields) in [(sent, [:]), (request(), [name: value])] {
            let text = try await text(request, .text("s:hunter2345", headerFields: fields), hiding: secrets)
            #expect(!text.contains("hunter2345"), "\(text)")
        }
    }

    @Test("Hides a short value of a header field with a given name") func shortValue() async throws {
        var request = request()
        request.setValue("acme", forHTTPHeaderField: "X-Tenant")
        let text = try await text(request, hiding: CassetteSecrets(names: ["X-Tenant"]))
        #expect(text.contains(#""X-Tenant": "***""#), "\(text)")
    }

    @Test("Hides a user name without a password in the response") func userName() async throws {
        var request = request()
        let credentials = Data("hunter2345:".utf8).base64EncodedString()
        request.setValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
        let text = try await text(request, .text("You are hunter2345."))
        #expect(text.contains("You are ***."), "\(text)")
    }

    @Test("Keeps the words of credentials that are not secret") func ordinaryParameters() async throws {
        var request = request()
        let digest = #"Digest realm="library", response="0123456789abcdef""#
        request.setValue(digest, forHTTPHeaderField: "Authorization")
        let text = try await text(request, .text("The library is open."))
        #expect(text.contains("The library is open."), "\(text)")
    }

    @Test(
        "Hides a secret of a query whose plus sign may be a space, or that is percent-encoded",
        arguments: [
            ("abc+def0123", "abc+def0123, abc def0123, abc%2Bdef0123"),
            ("abc%3Adef0123", "abc%3Adef0123, abc:def0123, abc%3adef0123"),
        ])
    func encodedSecrets(secret: String, echo: String) async throws {
        let text = try await text(request("https://example.com/?token=\(secret)"), .text(echo))
        #expect(text.contains("***, ***, ***"), "\(text)")
    }

    @Test func keepsMembersAndHeaderFieldsWhoseNamesAreEqualOnceHidden() async throws {
        let names = (1...9).map { "acme-\($0)" }
        let numbers = Dictionary(uniqueKeysWithValues: zip(names + ["***-2"], 1...10))
        func request() throws -> URLRequest {
            var request = try post(.json(numbers))
            for name in names { request.setValue("1", forHTTPHeaderField: "X-\(name)") }
            return request
        }
        let secrets = CassetteSecrets(values: names)
        let stub = StubTransport()
        stub.on(.any, answer: StubAnswer(headerFields: ["X-acme-1": "a", "X-acme-2": "b"], body: .json(numbers)))
        _ = try await cassettes.record(stub, hiding: secrets) { await outcome(of: try request(), over: $0) }
        let replay = try ReplayTransport(cassettes.file, comparing: ["X-***-9"], hiding: secrets)
        let response = try await replay.send(try request())
        #expect(response.headerField("X-***") == "a" && response.headerField("X-***-2") == "b")
        let body = try await response.body.collected(upTo: 1_000)
        #expect(try JSONDecoder().decode([String: Int].self, from: body).values.sorted() == Array(1...10))
    }

    @Test(
        "Hides a secret with three asterisks",
        arguments: [HTTPBody.json(["password": "pa***word1"]), .multipart([.text("pa***word1", name: "password")])])
    func asterisks(body: HTTPBody) async throws {
        let text = try await text(try post(body), .text("Bad password pa***word1"))
        #expect(text.contains("Bad password ***\"") && !text.contains("word1"), "\(text)")
    }

    @Test(
        "Replays a secret beside an asterisk or a combining character",
        arguments: ["*%@*", "%@\u{301}", "***%@**", "%@%@"])
    func neighbours(format: String) async throws {
        let text = format.replacing("%@", with: "hunter2345")
        let bodies = [HTTPBody.form(.items(["password": "hunter2345"])), .text(text), .json(["a": text])]
        let requests = try bodies.map { try post($0) }
        let stub = StubTransport()
        stub.on(.any, answer: .status(200))
        _ = try await cassettes.record(stub) { transport in
            for request in requests { _ = await outcome(of: request, over: transport) }
        }
        #expect(try !cassettes.text.contains("hunter"))
        let replay = try ReplayTransport(cassettes.file)
        for request in requests { _ = await outcome(of: request, over: replay) }
        try replay.verify()
    }

    @Test("Hides the echo of a secret in JSON that also contains a URL with user information")
    func jsonWithURL() async throws {
        let state = "%7B%22token%22%3A%22abcdef123%22%2C%22url%22%3A%22http://u:p@h%22%7D"
        let text = try await text(request("https://example.com/?state=\(state)"), .text("You sent abcdef123."))
        #expect(text.contains("You sent ***.") && text.contains("?state=***"), "\(text)")
    }

    @Test("Hides JSON in queries and forms as a whole") func jsonInFields() async throws {
        let json = #"{"password":"hunter2345"}"#
        var request = try post(.form(.items(["payload": json])))
        request.url = url("https://example.com/").appending(queryItems: .items(["variables": json]))
        let text = try await text(request, .text("You sent hunter2345."))
        #expect(
            !text.contains("hunter2345") && text.contains("variables=***") && text.contains("payload=***"), "\(text)")
    }
}
