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
        #expect(EndpointRequestError.duplicateHeaderField("A", "a") != .duplicateHeaderField("a", "A"))
    }

    @Test func namesThePartAndItsValueInDescriptions() {
        let reason = CocoaError(.fileNoSuchFile)
        let descriptions: [(EndpointRequestError, [String])] = [
            (.missingURL, ["URL"]),
            (.invalidMethod("a\u{85}\u{9B}\u{202E}b"), ["\"a\\u{85}\\u{9B}\\u{202E}b\""]),
            (.incompleteURL("users"), ["URL", "\"users\"", "scheme", "host"]),
            (.invalidURL("["), ["\"[\"", "URL"]),
            (.invalidRelativeURLString("1:2"), ["relative URL string", "\"1:2\""]),
            (.unsafePathSegment("..", in: "a/%2E%2E"), ["path segment", "\"..\"", "\"a/%2E%2E\""]),
            (.invalidMethod("G T"), ["method", "\"G T\""]),
            (.invalidHeaderFieldName("A B"), ["header field name", "\"A B\""]),
            (.invalidHeaderFieldValue(name: "A", value: "x\r\ny"), ["header field", "\"A\"", "\"x\\r\\ny\""]),
            (.duplicateHeaderField("A", "a"), ["header field", "\"A\"", "\"a\""]),
            (.queryItemsNotEncodable(reason), ["query items"]),
            (.bodyNotAllowed(.head), ["HEAD", "body"]),
            (.bodyNotEncodable(reason), ["body"]),
            (.unreadableFile(URL(fileURLWithPath: "/a b"), reason), ["file", "\"/a b\""]),
            (.unreadableStream(reason), ["stream"]),
            (.bodyTooShort(expected: 10, actual: 7), ["body", "10", "7"]),
            (.invalidMultipartBoundary("a;b"), ["boundary", "\"a;b\""]),
            (.invalidContentType("x\n", part: "photo"), ["content type", "part \"photo\"", "\"x\\n\""]),
            (.invalidToken, ["token", "\"Bearer\""]),
            (.invalidContentType("x", part: nil), ["content type", "body", "\"x\""]),
        ]
        for (error, words) in descriptions {
            #expect(words.allSatisfy(error.description.contains), "\(error.description)")
            #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(error.localizedDescription == error.description)
        }
        let sentences = Set(descriptions.map(\.0.description))
        #expect(sentences.count == descriptions.count, "two cases cannot be told apart")
    }

    @Test(
        "Describes a URL by its path and the names in its query",
        arguments: [
            (EndpointRequestError.incompleteURL("users?q=ada#ada"), "users?q"),
            (.invalidURL("https://[?q=ada"), "https://[?q"),
            (.invalidPort("99999", in: "https://h:99999/?q=ada&p=ada"), "https://h:99999/?q&p"),
            (.baseURLWithoutTrailingSlash("https://h/api?q=ada", dropped: "api"), "https://h/api?q"),
            (.invalidRelativeURLString("1:2?q=ada"), "1:2?q"),
            (.unsafePathSegment("..", in: "a/%2E%2E?q=ada"), "a/%2E%2E?q"),
            (.unreadableFile(url("https://h/a?q=ada"), CocoaError(.fileNoSuchFile)), "https://h/a?q"),
        ])
    func hidesQueryValues(error: EndpointRequestError, shown: String) {
        #expect(error.description.contains("\"\(shown)\""), "\(error)")
        #expect(!error.description.contains("ada"))
    }

    @Test func namesTheCodingPathOfAnEncodingError() throws {
        struct Values: Encodable { var inner = ["ratio": Double.nan] }
        let endpoint = Sample(.post, pathComponents: ["x"], body: .json(Values()))
        let thrown = #expect(throws: EndpointRequestError.self) { try endpoint.request(baseURL: baseURL) }
        let error = try #require(thrown)
        #expect(error.description.contains("inner.ratio"))
        let strange = Sample(.post, pathComponents: ["x"], body: .json(["a\n\u{1B}[31m": Double.nan]))
        let second = #expect(throws: EndpointRequestError.self) { try strange.request(baseURL: baseURL) }
        #expect(second?.description.contains("a\\u{A}\\u{1B}[31m") == true)
    }

    private static let secret = "hunter2"

    private static func requests() -> [() throws -> URLRequest] {
        let build = { (fields: [String: String]) in
            { try Sample(pathComponents: ["x"], headerFields: fields).request(baseURL: baseURL) }
        }
        return [
            build(["Authorization": "Bearer \(secret)\n"]), build(["Proxy-Authorization": " Basic \(secret)"]),
            build(["Cookie": "a=\(secret)\r\n"]), build(["X-Api-Key": "\(secret)\n"]),
            build(["X-Auth-Token": "\(secret)\n"]),
            build(["Authorization: Bearer \(secret)": ""]), build(["Cookie:\(secret)": ""]),
            { try request("x", base: url("//user:\(secret)@example.com/")) },
            { try request("1:x?access_token=\(secret)") }, { try request("1:x#access_token=\(secret)&x=y") },
            { try Endpoint(url: url("x?api_key=\(secret)")).request },
            { try request("https://user:\(secret)@[") }, { try request("//\(secret)@h:p/") },
            { try request("x", base: Broken(rawValue: "https://user:hun/\(secret)@[").url) },
            { try request("x", base: Broken(rawValue: "https://user:hun?\(secret)@[").url) },
            { try request("x", base: Broken(rawValue: "https://a@b:\(secret)#@[").url) },
            { try request("x", base: Broken(rawValue: "//user:\(secret)@h:p/").url) },
            { try request("x", base: Broken(rawValue: "\(secret)@//a@[").url) },
            { try request("x", base: url("admin:\(secret)@example.com/api/")) },
            { try request("x", base: url("https:/admin:\(secret)@example.com/api/")) },
            { try request("x", base: Broken(rawValue: "user:\(secret)@[h").url) },
            { try request(":x?access_token=\(secret)&u=//a@b") },
            { try request("/%2e?x=https://u:\(secret)@h/%zz") },
            { try Sample(.post, pathComponents: [], body: .form(encoding: [secret])).request(baseURL: baseURL) },
            { try request("%2e%2e/x?token=\(secret)") }, { try request("x?to%6Ben=\(secret)", base: url("http:x")) },
            { try Endpoint(url: url("x?%74oken=\(secret)")).request },
            {
                let file = url("https://user:\(secret)@example.com/?token=\(secret)")
                return try Sample(.post, pathComponents: [], body: .file(file)).request(baseURL: baseURL)
            },
            {
                struct Leaking: Error, CustomStringConvertible { var description: String }
                let body = HTTPBody.stream { throw Leaking(description: secret) }
                throw try #require(#expect(throws: EndpointRequestError.self) { try body.data() })
            },
            {
                let body = HTTPBody.json(["password": secret, "nested": ["ratio": Double.nan]])
                return try Sample(.post, pathComponents: [], body: body).request(baseURL: baseURL)
            },
        ]
    }

    private struct Broken: RawRepresentable, ServerType { var rawValue: String }

    @Test(arguments: 0..<30)
    func hidesCredentialsInDescriptionsAndDumps(_ index: Int) throws {
        let build = Self.requests()[index]
        let thrown = #expect(throws: EndpointRequestError.self) { _ = try build() }
        let error = try #require(thrown)
        #expect(!error.description.contains(Self.secret))
        #expect(!error.localizedDescription.contains(Self.secret))
        if case .unreadableStream = error { return }  // The payload is the caller's error, which may contain any text.
        var payload = ""
        dump(error, to: &payload)
        #expect(!payload.contains(Self.secret))
    }
}
