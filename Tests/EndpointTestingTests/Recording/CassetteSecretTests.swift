import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests that secrets never reach the disk.
@Suite(.timeLimit(.minutes(1))) struct CassetteSecretTests {
    private static let secret = "s3cret-0123456789"
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

    private func request(_ string: String = "https://example.com/", _ fields: [String: String] = [:]) -> URLRequest {
        var request = URLRequest(url: url(string))
        request.allHTTPHeaderFields = fields
        return request
    }

    @Test(arguments: [
        ("Authorization", "Bearer \(secret)"),
        ("Authorization", "Basic \(Data("ada:\(secret)".utf8).base64EncodedString())"),
        ("Authorization", "Basic \(Data("\(secret):x".utf8).base64EncodedString())"),
        ("Authorization", #"Signature keyId="a", signature="\#(secret)""#),
        ("Proxy-Authorization", secret), ("Cookie", "theme=dark; sid=\(secret)"), ("X-Api-Key", secret),
        ("Referer", "https://example.com/?access_token=\(secret)"), ("Authorization", "Bearer \(secret)=="),
        ("Dropbox-API-Arg", #"{"url":"https://example.com","link_password":"\#(secret)"}"#),
        ("Authorization", "Basic \(Data("\(secret):".utf8).base64EncodedString())"),
    ])
    func hidesCredentialsOfHeaderFieldsInRequestAndResponse(name: String, value: String) async throws {
        let answer = StubAnswer.status(200, headerFields: [name: value])
        let text = try await text(request("https://example.com/", [name: value]), answer)
        #expect(!text.contains(Self.secret) && text.contains("***"), "\(text)")
        #expect(!text.contains(Data("ada:\(Self.secret)".utf8).base64EncodedString()))
    }

    @Test(arguments: ["Authorization", "Cookie"], ["=", "Bearer = =,", "Basic =", "Basic Og==", "=; ;a", ";", ","])
    func hidesMalformedCredentials(name: String, value: String) async throws {
        #expect(try await text(request("https://example.com/", [name: value])).contains("***"))
    }

    @Test(arguments: [
        "https://example.com/?api_key=\(secret)&page=2", "https://example.com/?to=/login%3Ftoken%3D\(secret)",
        "https://example.com/#access_token=\(secret)",
    ])
    func hidesCredentialsInURLs(url: String) async throws {
        let location = StubAnswer.status(302, headerFields: ["Location": url, "Link": "<\(url)>; rel=next"])
        for text in [try await text(request(url)), try await text(request(), location)] {
            #expect(!text.contains(Self.secret) && (text.contains("***") || text.contains("%2A%2A%2A")), "\(text)")
        }
    }

    @Test(arguments: ["https://ada:\(secret)@example.com/", "https://\(secret)@example.com/"])
    func hidesUserInformationInALocation(url: String) async throws {
        let text = try await text(request(), .status(302, headerFields: ["Location": url, "Link": "<\(url)>"]))
        #expect(!text.contains(Self.secret) && text.contains("***"), "\(text)")
    }

    @Test(arguments: [
        HTTPBody.json(["password": secret, "user": ["pin": secret]]),
        .json(["next": "https://example.com/?token=\(secret)", "raw": #"{"token":"\#(secret)"}"#]),
        .formEncoded(.items(["grant_type": "password", "password": secret])),
        .text("password=\(secret)", contentType: "Application/X-WWW-Form-URLEncoded"),
        .multipart([.text("Ada", name: "name"), .text(secret, name: "password")]),
        .multipart([
            .text(secret, name: "password"), .data(Data([0xFF]), name: "file", fileName: "a", contentType: "a/b"),
        ]),
        .json(["log": [#"sent {"password":"\#(secret)"}"#]]),
        .text(#"{"password":"h&\#(secret)"}"#, contentType: "application/x-www-form-urlencoded"),
        .text(#"{"access_token":"\#(secret)"}"#), .text("See https://a:\(secret)@b/ or <https://b/?sig=\(secret)>."),
        .data(Data(#"{"token":"\#(secret)"#.utf8), contentType: "application/json"),
        .text(#"{"token":"\#(secret)"}"#, contentType: "multipart/form-data; boundary=b"),
        .text("\u{FEFF}\n [{\"token\":\"\(secret)\"}]\n"), .text("\u{FEFF}{\n\"session\":{\n\"id\":\"\(secret)\"}}"),
        .text("[info] {\"token\":\"\(secret)\"}"),
        .text("event: login\r\ndata: {\"token\":\"\(secret)\"}\r\n\r\n"),
        .text("{\"token\":\"\(secret)\"}\n{\"n\":1}\n", contentType: "application/x-ndjson"),
    ])
    func hidesCredentialsInBodies(body: HTTPBody) async throws {
        for text in [try await text(try post(body)), try await text(request(), StubAnswer(body: body))] {
            #expect(!text.contains(Self.secret), "\(text)")
            #expect(!decoded(text).contains(Self.secret), "\(text)")
        }
    }

    /// The text of the bodies that are in base64.
    private func decoded(_ text: String) -> String {
        text.split(separator: "\"").compactMap { Data(base64Encoded: String($0)) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @Test func hidesCredentialsInAFormThatIsNotUTF8() async throws {
        let body = Data("pin=1234&n=".utf8) + Data([0xE9])
        let text = try await text(try post(.data(body, contentType: "application/x-www-form-urlencoded")))
        #expect(text.contains((Data("pin=***&n=".utf8) + Data([0xE9])).base64EncodedString()), "\(text)")
    }

    @Test func hidesTheValuesOfCookies() async throws {
        let fields = ["Set-Cookie": "sid=\(Self.secret); Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT, a=b; HttpOnly"]
        let text = try await text(request(), .text("It is 07:28:00 on 21 Oct 2026.", headerFields: fields))
        #expect(!text.contains(Self.secret) && text.contains("It is 07:28:00 on 21 Oct 2026."), "\(text)")
    }

    @Test func hidesConfiguredNamesAndValuesButShowsHarmlessNames() async throws {
        let body = HTTPBody.json(["iban": Self.secret, "code": "not_found", "path": "tenant-7"])
        var request = try post(body)
        request.url = url("https://example.com/tenant-7?iban=\(Self.secret)")
        request.setValue(Self.secret, forHTTPHeaderField: "X-Tenant")
        let secrets = CassetteSecrets(names: ["IBAN", "x-tenant"], values: ["tenant-7", ""], harmless: ["Code"])
        let text = try await text(request, .json(text: #"{"iban":"\#(Self.secret)","code":"gone"}"#), hiding: secrets)
        #expect(!text.contains(Self.secret) && !text.contains("tenant-7"))
        #expect(
            text.contains("not_found") && text.contains("gone") && text.contains("https://example.com/***?iban=***"))
        #expect("\(secrets)".contains("iban") && !"\(secrets)".contains("tenant-7"))
    }

    @Test func keepsJSONLinesReadable() async throws {
        let lines = HTTPBody.text("{\"pin\":\"1\"}\n{\"n\":1}\n", contentType: "application/x-ndjson")
        let text = try await text(request(), StubAnswer(body: lines))
        #expect(text.contains(#""{\"pin\":\"***\"}\n{\"n\":1}\n""#), "\(text)")
    }

    @Test func hidesSecretsInDescriptionsAndDumps() async throws {
        let fields = ["Set-Cookie": Self.secret]
        let stub = StubTransport()
        stub.on(RequestMatcher(headerFields: fields), answer: .text(Self.secret))
        _ = try await stub.send(request("https://example.com/?token=\(Self.secret)", fields))
        let values: [Any] = [
            StubAnswer.text(Self.secret, headerFields: fields).truncated(after: 1), StubAnswer.timedOut,
            StubAnswer.neverAnswers.delayed(by: .seconds(1)), StubAnswer.status(200).stalled(after: 1),
            RequestMatcher(queryItems: .items(["a": Self.secret]), headerFields: fields, body: .text(Self.secret)),
            CassetteSecrets(values: [Self.secret]), stub,
        ]
        for value in values {
            var text = "\(value)"
            dump(value, to: &text)
            #expect(!text.contains(Self.secret), "\(text)")
        }
        #expect("\(values[0])" == "200, truncated after 1 byte")
        #expect("\(StubAnswer.status(204).stalled())" == "204, stalled after the whole body")
        #expect("\(values[4])" == "any method any URL with query items a with header fields Set-Cookie with a body")
    }

    @Test func keepsTheTypesOfHiddenValues() async throws {
        let json = #"{"session":{"id":5,"open":true,"name":"s3cret","none":null,"list":["a"]}}"#
        let text = try await text(request(), .json(text: json))
        let compact = text.split { $0.isWhitespace }.joined()
        #expect(compact.contains(#""session":{"id":0,"list":["***"],"name":"***","none":null,"open":true}"#))
    }

    @Test func hidesSecretsInTransportErrorsAndInItsDump() async throws {
        struct Refused: LocalizedError {
            var errorDescription: String? { "refused https://example.com/?token=\(CassetteSecretTests.secret)" }
        }
        let stub = StubTransport()
        stub.on(.any, answer: .failure(.unreachable(Refused())))
        let recording = RecordingTransport(stub, to: cassettes.file)
        let request = request("https://example.com/", ["Authorization": "Bearer \(Self.secret)"])
        _ = await outcome(of: request, over: recording)
        try recording.save()
        #expect(try cassettes.text.contains("refused https://example.com/?token=***"))
        var dumped = ""
        dump(recording, to: &dumped)
        #expect(!dumped.contains(Self.secret))
    }
}
