import Endpoint
import Foundation
import Testing

@Suite struct EndpointRequestErrorTests {
    private struct Endpoint: EndpointType, MethodProviderType, URLProviderType, QueryItemsProviderType {
        var method: HTTPMethod { .get }
        var url: URL?
        var queryItems: [URLQueryItem] = []
    }

    @Test func refusesAnEndpointWithoutAURL() {
        #expect(error { try Endpoint(url: nil).request } == .missingURL)
    }

    @Test(arguments: ["users", "/users", "//example.com/users", "?q", "localhost:8080/users", "http:///users"])
    func refusesAnIncompleteURL(_ string: String) {
        #expect(error { try Endpoint(url: url(string)).request } == .incompleteURL(string))
    }

    @Test func resolvesARelativeURLAgainstItsBase() throws {
        let relative = try #require(URL(string: "v2/x", relativeTo: baseURL))
        let built = try Endpoint(url: relative).request.url
        #expect(built?.absoluteString == "https://example.com/api/v2/x" && built?.baseURL == nil)
    }

    @Test func comparesErrorsByCaseAndValues() {
        #expect(throws: EndpointRequestError.missingURL) { try Endpoint(url: nil).request }
        #expect(throws: EndpointRequestError.unsafePathSegment("..", in: "%2E%2E")) {
            try Sample(pathComponents: [".."]).request(baseURL: baseURL)
        }
        #expect(EndpointRequestError.invalidMethod("a b") != .invalidMethod("a  b"))
        #expect(EndpointRequestError.invalidURL("a b") != .invalidRelativeURLString("a b"))
        #expect(
            EndpointRequestError.relativeURLStringWithSchemeOrHost("a:b") != .relativeURLStringWithSchemeOrHost("a:c"))
        #expect(
            EndpointRequestError.relativeURLStringWithLeadingSlash("/x", dropped: "/a/")
                != .relativeURLStringWithLeadingSlash("/x", dropped: "/b/"))
        #expect(EndpointRequestError.duplicateHeaderField("A", "a") != .duplicateHeaderField("a", "A"))
        #expect(EndpointRequestError.bodyTooShort(expected: 4, actual: 3) != .bodyTooShort(expected: 4, actual: 2))
        enum Failure: Error { case line(Int), column(Int) }
        #expect(EndpointRequestError.bodyNotEncodable(Failure.line(1)) != .bodyNotEncodable(Failure.column(1)))
        let file = URL(fileURLWithPath: "/a")
        #expect(EndpointRequestError.unreadableFile(file, Failure.line(1)) != .unreadableFile(file, Failure.column(1)))
    }

    @Test func namesThePartAndItsValueInDescriptions() {
        let reason = CocoaError(.fileNoSuchFile)
        let descriptions: [(EndpointRequestError, [String])] = [
            (.missingURL, ["URL"]),
            (.invalidMethod("a\u{85}\u{9B}\u{202E}b"), ["\"a\\u{85}\\u{9B}\\u{202E}b\""]),
            (.incompleteURL("users"), ["URL", "\"users\"", "scheme", "host"]),
            (.invalidURL("["), ["\"[\"", "URL"]),
            (.invalidRelativeURLString("1:2"), ["relative URL string", "\"1:2\""]),
            (.relativeURLStringWithSchemeOrHost("//h/x"), ["relative URL string", "\"//h/x\"", "URLProviderType"]),
            (.relativeURLStringWithLeadingSlash("/x", dropped: "/v1/"), ["\"/x\"", "\"/v1/\"", "\"x\"", "\"../x\""]),
            (.unsafePathSegment("..", in: "a/%2E%2E"), ["path segment", "\"..\"", "\"a/%2E%2E\""]),
            (.invalidMethod("G T"), ["method", "\"G T\""]), (.invalidMethod(#"a\nb"#), [#""a\\nb""#]),
            (.invalidHeaderFieldName("A B"), ["header field name", "\"A B\""]),
            (.invalidHeaderFieldValue(name: "A", value: "x\r\ny"), ["header field", "\"A\"", "\"x\\r\\ny\""]),
            (.duplicateHeaderField("A", "a"), ["header field", "\"A\"", "\"a\""]),
            (.queryItemsNotEncodable(reason), ["query items"]),
            (.bodyNotAllowed(.head), ["HEAD", "body"]),
            (.bodyNotEncodable(reason), ["body"]),
            (.unreadableFile(URL(fileURLWithPath: "/a b"), reason), ["file", "\"/a b\""]),
            (.unreadableStream(reason), ["stream"]),
            (
                .unreadableStream(CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "a\u{1B}[31m"])),
                ["a\\u{1B}[31m"]
            ),
            (.bodyTooShort(expected: 10, actual: 7), ["body", "10", "7"]),
            (.invalidMultipartBoundary("a;b"), ["boundary", "\"a;b\""]),
            (.invalidContentType("x\n", part: "photo"), ["content type", "part \"photo\"", "\"x\\n\""]),
            (.invalidToken, ["token", "\"Bearer\""]),
            (.invalidContentType("x", part: nil), ["content type", "body", "\"x\""]),
        ]
        for (error, words) in descriptions {
            #expect(words.allSatisfy(error.description.contains), "\(error.description)")
            #expect(
                !error.description.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(error)")
            #expect(error.localizedDescription == error.description)
        }
        let sentences = Set(descriptions.map(\.0.description))
        #expect(sentences.count == descriptions.count, "two cases cannot be told apart")
    }

    @Test(
        "Describes a URL by its path and the names in its query",
        arguments: [
            (EndpointRequestError.incompleteURL("users?q=ada#ada"), "users?q"),
            (.incompleteURL("users?%7B%22q%22:%22ada%22%7D"), "users?***"),
            (.invalidURL("https://[?q=ada"), "https://[?q"),
            (.invalidPort("99999", in: "https://h:99999/?q=ada&p=ada"), "https://h:99999/?q&p"),
            (.baseURLWithoutTrailingSlash("https://h/api?q=ada", dropped: "api"), "https://h/api?q"),
            (.invalidRelativeURLString("1:2?q=ada"), "1:2?q"),
            (.relativeURLStringWithSchemeOrHost("//h?q=ada"), "//h?q"),
            (.relativeURLStringWithLeadingSlash("/x?q=ada", dropped: "/v1/"), "../x?q"),
            (.unsafePathSegment("..", in: "a/%2E%2E?q=ada"), "a/%2E%2E?q"),
            (.unreadableFile(url("https://h/a?q=ada"), CocoaError(.fileNoSuchFile)), "https://h/a?q"),
        ])
    func hidesQueryValues(error: EndpointRequestError, shown: String) {
        #expect(error.description.contains("\"\(shown)\""), "\(error)")
        #expect(!error.description.contains("ada"))
    }

    @Test func namesTheCodingPathOfAnEncodingError() throws {
        struct Values: Encodable { var inner = ["ratio": Double.nan] }
        let endpoint = Sample(.post, pathComponents: ["x"], body: .jsonEncoded(Values()))
        let thrown = #expect(throws: EndpointRequestError.self) { try endpoint.request(baseURL: baseURL) }
        let error = try #require(thrown)
        #expect(error.description.contains("inner.ratio"))
        let strange = Sample(.post, pathComponents: ["x"], body: .json(["a\n\u{1B}[31m": Double.nan]))
        let second = #expect(throws: EndpointRequestError.self) { try strange.request(baseURL: baseURL) }
        #expect(second?.description.contains("a\\u{A}\\u{1B}[31m") == true)
    }

    @Test("Shows the control character for which a credential is refused")
    func controlCharacterInACredential() {
        let endpoint = Sample(pathComponents: ["x"], headerFields: ["Authorization": "Bearer s3\ncret"])
        #expect(
            error { try endpoint.request(baseURL: baseURL) }
                == .invalidHeaderFieldValue(name: "Authorization", value: "Bearer ***\n***"))
    }

    private static let secret = "hunter2"

    private struct Broken: RawRepresentable, ServerType { var rawValue: String }

    /// A request that cannot be built, with a secret in a part at fault.
    struct Leak: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let build: @Sendable () throws -> URLRequest

        static func field(_ name: String, _ value: String = "") -> Leak {
            Leak(testDescription: "\(name): \(value)".debugDescription) {
                try Sample(pathComponents: ["x"], headerFields: [name: value]).request(baseURL: baseURL)
            }
        }

        static func reference(_ reference: String, base: URL = baseURL) -> Leak {
            Leak(testDescription: "\(reference) at \(base)") { try request(reference, base: base) }
        }

        static func server(_ server: String) -> Leak {
            Leak(testDescription: "server \(server)") { try request("x", base: Broken(rawValue: server).url) }
        }

        static func url(_ string: String) -> Leak {
            Leak(testDescription: "URL \(string)") { try Endpoint(url: EndpointTests.url(string)).request }
        }

        static func body(_ name: String, _ body: @escaping @Sendable () -> HTTPBody) -> Leak {
            Leak(testDescription: name) {
                try Sample(.post, pathComponents: [], body: body()).request(baseURL: baseURL)
            }
        }
    }

    private static let leaks: [Leak] = [
        .field("Authorization", "Bearer \(secret)\n"), .field("Proxy-Authorization", " Basic \(secret)"),
        .field("Cookie", "a=\(secret)\r\n"), .field("X-Api-Key", "\(secret)\n"),
        .field("X-Auth-Token", "\(secret)\n"), .field("Authorization: Bearer \(secret)"), .field("Cookie:\(secret)"),
        .reference("x", base: url("//user:\(secret)@example.com/")),
        .reference("1:x?access_token=\(secret)"), .reference("1:x#access_token=\(secret)&x=y"),
        .url("x?api_key=\(secret)"), .reference("https://user:\(secret)@["), .reference("//\(secret)@h:p/"),
        .reference("https://user:\(secret)@h/x"), .reference("https:/user:\(secret)@h"), .reference("a:\(secret)@h"),
        .reference("//h?token=\(secret)"), .reference("/user:\(secret)@h"), .reference("/x#token=\(secret)"),
        .reference("/x", base: url("https://u:\(secret)@h/https://u:\(secret)@h/")),
        .reference("x", base: url("https://u:\(secret)@h/https://u:\(secret)@h?token=\(secret)")),
        .server("https://user:hun/\(secret)@["), .server("https://user:hun?\(secret)@["),
        .server("https://a@b:\(secret)#@["), .server("//user:\(secret)@h:p/"), .server("\(secret)@//a@["),
        .reference("x", base: url("admin:\(secret)@example.com/api/")),
        .reference("x", base: url("https:/admin:\(secret)@example.com/api/")), .server("user:\(secret)@[h"),
        .reference(":x?access_token=\(secret)&u=//a@b"), .reference("/%2e?x=https://u:\(secret)@h/%zz"),
        .body("form without names") { .formEncoded([secret]) },
        .reference("%2e%2e/x?token=\(secret)"), .reference("x?to%6Ben=\(secret)", base: url("http:x")),
        .url("x?%74oken=\(secret)"),
        .body("file at a web address") { .file(url("https://user:\(secret)@example.com/?token=\(secret)")) },
        Leak(testDescription: "stream that throws the secret") {
            struct Leaking: Error, CustomStringConvertible { var description: String }
            let body = HTTPBody.stream { throw Leaking(description: secret) }
            throw try #require(#expect(throws: EndpointRequestError.self) { try body.data() })
        },
        .body("JSON with NaN") { .json(["password": secret, "nested": ["ratio": Double.nan]]) },
    ]

    @Test(arguments: leaks)
    func hidesCredentialsInDescriptionsAndDumps(_ leak: Leak) throws {
        let thrown = error(leak.build)
        let error = try #require(thrown)
        #expect(!error.description.contains(Self.secret))
        #expect(!error.localizedDescription.contains(Self.secret))
        if case .unreadableStream = error { return }  // The payload is the caller's error, which may contain any text.
        var payload = ""
        dump(error, to: &payload)
        #expect(!payload.contains(Self.secret))
    }
}
