import Foundation
import TestSupport
import Testing

@testable import EndpointTesting

/// Tests that a secret is hidden, or that the cassette is not written.
@Suite(.timeLimit(.minutes(1))) struct UnhiddenSecretTests {
    private static let token = "t0k/0123+5~~789"

    /// A request and its answer, one of which contains the token.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var request = URLRequest(url: url("https://example.com/"))
        var answer = StubAnswer.status(200)
        /// The part that the error names; nil if the token is hidden.
        var part: String?

        init(_ name: String, _ request: URLRequest? = nil, _ answer: StubAnswer = .status(200), part: String? = nil) {
            testDescription = name
            self.request = request ?? self.request
            self.answer = answer
            self.part = part
        }
    }

    private static func get(_ reference: String, _ fields: [String: String] = [:]) -> URLRequest {
        var request = URLRequest(url: url("https://example.com/\(reference)"))
        request.allHTTPHeaderFields = fields
        return request
    }

    private static func send(_ body: HTTPBody, _ fields: [String: String] = [:]) -> URLRequest {
        var request = get("", fields)
        request.httpMethod = "POST"
        request.httpBody = try? body.data()
        request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
        return request
    }

    private static let encoded = "t0k%2F0123%2B5~~789"
    private static let json = HTTPBody.json(["access_token": token])
    private static let gzip = HTTPBody.data(
        Data(base64Encoded: "H4sIAAAAAAACA6tWKsnPTs1TslIqMcjWNzA0MtY2raszt7BUqgUAwCW4dBsAAAA=") ?? Data(),
        contentType: "application/json")

    /// JSON with the token below 150 arrays.
    private static func deep(_ contentType: String) -> HTTPBody {
        let (open, close) = (String(repeating: "[", count: 150), String(repeating: "]", count: 150))
        return .text("\(open){\"token\":\"\(token)\",\"pin\":123456789}\(close)", contentType: contentType)
    }

    private static func base64(_ before: String) -> String {
        Data("\(before)\(token), and more".utf8).base64EncodedString()
    }

    private static let hidden = [
        Place(
            "a header field", get("", ["Authorization": "Bearer \(token)"]),
            .status(200, headerFields: ["X-Token": token])),
        Place(
            "Basic credentials", get("", ["Authorization": "Basic \(Data("ada:\(token)".utf8).base64EncodedString())"])),
        Place(
            "a cookie", get("", ["Cookie": "a=b; sid=\(token)"]),
            .status(200, headerFields: ["Set-Cookie": "sid=\(token); Path=/"])),
        Place("a query", get("?api_key=\(encoded)"), .status(302, headerFields: ["Location": "/?token=\(encoded)"])),
        Place("a query within a query", get("?to=%2F%3Ftoken%3D\(encoded)")),
        Place("a form", send(.formEncoded(.items(["password": token])))),
        Place("JSON", send(json), StubAnswer(body: json)),
        Place("JSON in a form", send(.formEncoded(.items(["data": #"{"token":"\#(token)"}"#])))),
        Place("JSON in JSON", send(.json(["text": #"{"token":"\#(token)"}"#]))),
        Place(
            "JSON Lines",
            send(.text("{\"token\":\"\(token)\"}\n{\"token\":\"t0k/01", contentType: "application/x-ndjson"))),
        Place(
            "events", nil,
            StubAnswer(body: .text("data: {\"token\":\"\(token)\"}\n\n", contentType: "text/event-stream"))),
        Place("deep JSON", send(deep("application/json")), StubAnswer(body: deep("text/plain"))),
        Place("multipart", send(.multipart([.text(token, name: "password")]))),
        Place(
            "multipart with JSON",
            send(
                .multipart([
                    .data(Data(#"{"pin":"\#(token)"}"#.utf8), name: "a", fileName: "a", contentType: "application/json")
                ]))),
        Place("a compressed request", send(gzip, ["Content-Encoding": "gzip"])),
        Place("a compressed request without a coding", send(.data((try? gzip.data()) ?? Data(), contentType: "a/b"))),
    ]

    private static let refused = [
        Place(
            "a compressed response", nil, StubAnswer(headerFields: ["Content-Encoding": "gzip"], body: gzip),
            part: "the body of the response"),
        Place("a compressed response without a coding", nil, StubAnswer(body: gzip), part: "the body of the response"),
        Place("a path", get(encoded), part: "the URL"),
        Place("a lowercase path", get(encoded.lowercased()), part: "the URL"),
        Place("a path that is encoded twice", get(encoded.replacing("%", with: "%25")), part: "the URL"),
        Place("another query item", get("?id=\(encoded)"), part: "the URL"),
        Place("another header field", get("", ["X-User": token]), part: #"the header field "X-User" of the request"#),
        Place(
            "a path in a Location", nil, .status(302, headerFields: ["Location": "/\(encoded)"]),
            part: #"the header field "Location" of the response"#),
        Place(
            "the name of a header field", nil, .status(200, headerFields: ["X-t0ken-0123456789": "a"]),
            part: #"the header field "X-***" of the response"#),
        Place("text", send(.text("I am \(token).")), part: "the body of the request"),
        Place(
            "another member", nil, .json(["user": ["ids": ["a", token]]]),
            part: "the body of the response at $.user.ids[1]"),
        Place(
            "the name of a member", nil, .json(["users": [token: 1]]),
            part: #"the body of the response at $.users["***"]"#),
        Place("a number", nil, .json(["user": ["id": 4_711_081_516]]), part: "the body of the response at $.user.id"),
        Place("an escape", nil, .text(#"say "t0k\/0123+5~~789""#), part: "the body of the response"),
        Place("another escape", nil, .text(#"say "t0k\u002F0123\u002b5~~789""#), part: "the body of the response"),
        Place("base64", nil, .json(["data": base64("")]), part: "the body of the response at $.data"),
        Place("base64 after a byte", nil, .json(["data": base64("?")]), part: "the body of the response at $.data"),
        Place("base64 after two bytes", send(.text("data:\(base64("<>"))")), part: "the body of the request"),
        Place("base64url", get(base64("ÿ?").replacing("/", with: "_").replacing("+", with: "-")), part: "the URL"),
        Place(
            "base64 in a query", get("?data=\(base64("?>").replacing("/", with: "%2F").replacing("+", with: "%2b"))"),
            part: "the URL"),
        Place(
            "bytes that are not UTF-8", nil, StubAnswer(body: .data([0xFF] + Data(token.utf8) + [0xC3])),
            part: "the body of the response"),
        Place(
            "a file",
            send(.multipart([.data([0xFF] + Data(token.utf8), name: "file", fileName: "a", contentType: "image/png")])),
            part: "the body of the request"),
        Place("an error", nil, .failure(.unreachable(StubError.unstubbedCall(token, stubs: []))), part: "the failure"),
    ]

    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    /// Records requests after a login, and returns the error that saving throws.
    private func save(
        _ requests: [(URLRequest, StubAnswer)],
        login: HTTPBody = .json(["access_token": token, "otp": "t0ken-0123456789", "session": "4711081516"]),
        hiding secrets: CassetteSecrets = CassetteSecrets()
    ) async -> CassetteError? {
        let stub = StubTransport()
        stub.on(.any, answers: [StubAnswer(body: login)] + requests.map(\.1))
        let recording = RecordingTransport(stub, to: cassettes.file, hiding: secrets)
        for request in [Self.get("login")] + requests.map(\.0) { _ = await outcome(of: request, over: recording) }
        do {
            try recording.save()
            return nil
        } catch {
            return error
        }
    }

    @Test("Hides a token in each part that a name marks", arguments: hidden)
    func hides(_ place: Place) async throws {
        if let error = await save([(place.request, place.answer)]) { throw error }
        let text = try cassettes.text
        #expect(!text.contains("0123") && !text.contains("123456789") && text.contains("***"), "\(text)")
        for word in text.split(separator: "\"").compactMap({ Data(base64Encoded: String($0)) }) {
            #expect(word.range(of: Data("0123".utf8)) == nil && !word.isGzip)
        }
    }

    @Test("Writes nothing if a token is left, and names the place", arguments: refused)
    func refuses(_ place: Place) async throws {
        try cassettes.write("before")
        let error = try #require(await save([(place.request, place.answer)]))
        guard case .unhiddenSecret(cassettes.file, let exchange, place.part, _) = error else { throw error }
        #expect(exchange.hasPrefix("exchange 2, \(place.request.httpMethod ?? "") https://example.com/"))
        #expect(!error.description.contains("0123"), "\(error)")
        #expect(try cassettes.text == "before")
    }

    @Test("Says how to hide or keep a value that is left")
    func waysOut() async throws {
        let request = Self.get("users/\(Self.encoded)")
        let error = await save([(request, .json(["id": "t0ken-0123456789"]))])
        #expect(
            error?.description.hasSuffix(
                "was not written: in exchange 2, GET https://example.com/users/***, the URL contains the value of "
                    + #""access_token". Pass the name or the text of this part to CassetteSecrets, or "access_token" "#
                    + "as harmless.") == true, "\(error?.description ?? "")")
        let secrets = CassetteSecrets(names: ["id"], values: [Self.token])
        #expect(await save([(request, .json(["id": "t0ken-0123456789"]))], hiding: secrets) == nil)
        #expect(try cassettes.text.contains("https://example.com/users/***") && !cassettes.text.contains("t0k"))
        let harmless = CassetteSecrets(harmless: ["access_token", "otp"])
        #expect(await save([(request, .json(["id": "t0ken-0123456789"]))], hiding: harmless) == nil)
        let given = await save([(request, .text(Self.base64("")))], hiding: CassetteSecrets(values: [Self.token]))
        #expect(given?.description.contains("contains a given value, encoded") == true, "\(given?.description ?? "")")
    }

    @Test(
        "Searches for short values only if they stand alone, and never for words",
        arguments: [
            ("4711", "Your number is 4711.", true), ("4711", #"{"id":4711}"#, true), ("4711", "/users/4711/", true),
            ("4711", "a=b%2C4711", true), ("4711", "14711, 47110, a4711", false),
            ("4711", "NDcxMSA0NzExIDQ3MTE=", false),
            ("471", "471", false), ("1", "1", false), ("true", "true", false), ("abcdefg", "abcdefg", false),
            ("abcdefg1", "xabcdefg1x", true), ("abcdefgh", "xabcdefghx", true), ("password", "password", false),
            ("", "", false),
        ])
    func shortValues(value: String, echo: String, isRefused: Bool) async throws {
        let bodies =
            [HTTPBody.json(["pin": value]), .formEncoded(.items(["pin": value]))]
            + (Int(value).map { [.json(["pin": $0])] } ?? [])
        for body in bodies {
            let error = await save([(Self.get(""), .text(echo))], login: body)
            #expect((error != nil) == isRefused, "\(error?.description ?? "")")
        }
    }

    @Test("Searches for the name of a user only if it may be a key")
    func userNames() async throws {
        func error(_ user: String, _ password: String) async -> CassetteError? {
            let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
            let request = Self.get("", ["Authorization": "Basic \(credentials)"])
            return await save([(request, .text("You are \(user)."))])
        }
        #expect(await error("ada.lovelace", "hunter2345") == nil)
        #expect(await error("ada.lovelace.1815", "hunter2345") != nil)
        #expect(await error("ada.lovelace", "") != nil)
        let fields = ["Location": "https://ada:hunter2345@example.com/"]
        #expect(await save([(Self.get(""), .text("hunter2345", headerFields: fields))]) != nil)
    }

    @Test(
        "Finds a secret of a request that may be decoded in two ways",
        arguments: ["abc+def0123", "abc def0123", "abc%2bdef0123", "abc%252Bdef0123"])
    func plusSigns(echo: String) async throws {
        #expect(await save([(Self.get("?token=abc+def0123"), .text(echo))]) != nil)
        #expect(await save([(Self.get("?token=abc%2Bdef0123"), .text(echo))]) != nil)
    }

    @Test("Finds a value in few steps among 4,000 others")
    func manyValues() throws {
        let found = Dictionary(
            uniqueKeysWithValues: (1...4_000).map { (Array("\($0 &* 7_919_011)-token-\($0)".utf8), "token") })
        let search = SecretSearch(given: [], found: found)
        // Each value has nine spellings or fewer. A byte of the text is compared with the values in its slot.
        #expect(search.slots.joined().count <= 9 * 4_000)
        #expect(search.slots.map(\.count).max() ?? 0 < 100)
        #expect(search.first(in: Array("a \(17 * 7_919_011)-token-17 b".utf8)) != nil)
    }
}
