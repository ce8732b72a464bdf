import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests of the effect of middleware on the requests that arrive.
@Suite(.timeLimit(.minutes(1))) struct MiddlewareTests {
    private func start() throws -> ScriptedServer { try ScriptedServer.json(User.json) }

    @Test func sendsTheCurrentValueOfABearerToken() async throws {
        let server = try start()
        defer { server.stop() }
        let token = BearerToken()
        let controller = Controller(baseURL: server.url(), middleware: [token])
        _ = try await controller.load(GetUser())
        token.value = "s3cret"
        _ = try await controller.load(GetUser())
        token.value = nil
        _ = try await controller.load(GetUser())
        #expect(server.requests.map { $0.field("Authorization") } == [nil, "Bearer s3cret", nil])
    }

    @Test func encodesBasicCredentialsAsUTF8InBase64() async throws {
        let server = try start()
        defer { server.stop() }
        let middleware = BasicCredentials(user: "test", password: "123£")
        _ = try await Controller(baseURL: server.url(), middleware: [middleware]).load(GetUser())
        // The example of RFC 7617, section 2.1.
        #expect(server.requests.first?.field("Authorization") == "Basic dGVzdDoxMjPCow==")
    }

    @Test("Sends the endpoint's own credentials in place of those of middleware")
    func ownCredentials() async throws {
        let server = try start()
        defer { server.stop() }
        let own = RESTEndpoint<Data>(.get, path: "x", headerFields: ["Authorization": "Key own"])
        let middleware: [any EndpointMiddleware] = [
            BearerToken("s3cret"), BasicCredentials(user: "ada", password: "s3cret"),
            FixedParts(headerFields: ["Authorization": "Key s3cret"]),
        ]
        for middleware in middleware {
            _ = try await Controller(baseURL: server.url(), middleware: [middleware]).load(own)
            #expect(server.requests.last?.field("Authorization") == "Key own", "\(middleware)")
        }
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [("sk_s3cret:", ""), ("s3cret\n", "x"), ("s3cret", "x\u{7F}")])
    func refusesInvalidBasicCredentials(user: String, password: String) async throws {
        let server = try start()
        defer { server.stop() }
        let middleware = BasicCredentials(user: user, password: password)
        let controller = Controller(baseURL: server.url(), middleware: [middleware])
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        guard case .invalidRequest(_, EndpointRequestError.invalidCredentials) = error else {
            throw try #require(error)
        }
        #expect(error?.localizedDescription.contains("s3cret") == false)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "Refuses a token with white space, with a scheme, or with characters outside ASCII",
        arguments: [
            "Bearer s3cret", "bearer s3cret", " s3cret", "s3cret ", "s3cret\n", "s3\tcret", "", "s3cret\u{A0}",
            "s3cr\u{E9}t", "s3cret\u{7F}", "s3cret \u{301}", "s3cret\r\nX-Evil: 1", "s3cret\0",
        ])
    func refusesAnInvalidToken(_ value: String) async throws {
        let server = try start()
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), middleware: [BearerToken(value)])
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        guard case .invalidRequest(_, EndpointRequestError.invalidToken) = error else { throw try #require(error) }
        #expect(error?.localizedDescription.contains("without \"Bearer\"") == true)
        #expect(error?.localizedDescription.contains("s3cr") == false)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "Sends any token of visible ASCII characters", arguments: ["12|aZ09", "a-._~+/==", "Bearer", "a:b,\"c\"", "%"])
    func sendsAToken(_ value: String) async throws {
        let server = try start()
        defer { server.stop() }
        _ = try await Controller(baseURL: server.url(), middleware: [BearerToken(value)]).load(GetUser())
        #expect(server.requests.map { $0.field("Authorization") } == ["Bearer \(value)"])
    }

    @Test func addsFieldsAndQueryItemsThatTheEndpointLacks() async throws {
        struct Search: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, HeaderFieldsProviderType
        {
            var method: HTTPMethod { .get }
            var relativeURLString: String { "search?q=a%20b&lang=de" }
            var headerFields: [String: String] { ["Accept": "text/plain"] }
        }
        let server = try start()
        defer { server.stop() }
        let middleware: [any EndpointMiddleware] = [
            FixedParts(headerFields: ["X-API-Key": "k1", "accept": "never"]),
            FixedParts(queryItems: .items(["lang": "en", "key": "a+b&c"])),
        ]
        _ = try await Controller(baseURL: server.url(), middleware: middleware).load(Search().parsed(by: .response))
        let request = try #require(server.requests.first)
        #expect(request.field("X-API-Key") == "k1")
        #expect(request.field("Accept") == "text/plain")
        #expect(request.target == "/search?q=a%20b&lang=de&key=a%2Bb%26c")
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\0", " a"])
    func refusesAnInvalidHeaderFieldValue(value: String) async throws {
        let server = try start()
        defer { server.stop() }
        let fields = FixedParts(headerFields: ["X-Key": value])
        let error = await failure { () throws(LoadError) in
            _ = try await Controller(baseURL: server.url(), middleware: [fields]).load(GetUser())
        }
        guard case .invalidRequest(_, EndpointRequestError.invalidHeaderFieldValue(name: "X-Key", value: _)) = error
        else {
            throw try #require(error)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func refusesFixedHeaderFieldsWithTwoSpellingsOfAName() async throws {
        let server = try start()
        defer { server.stop() }
        let middleware = FixedParts(headerFields: ["X-Key": "1", "x-key": "2"])
        let controller = Controller(baseURL: server.url(), middleware: [middleware])
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        guard case .invalidRequest(_, EndpointRequestError.duplicateHeaderField("X-Key", "x-key")) = error else {
            throw try #require(error)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func sendsCredentialsOnlyToTheOriginOfTheBaseURL() async throws {
        let server = try start()
        let elsewhere = try start()
        defer {
            server.stop()
            elsewhere.stop()
        }
        let middleware: [any EndpointMiddleware] = [
            BearerToken("s3cret"), FixedParts(headerFields: ["X-API-Key": "k1"]),
            FixedParts(queryItems: .items(["key": "k2"])),
        ]
        let controller = Controller(baseURL: server.url(), middleware: middleware)
        _ = try await controller.load(GetStatus(url: elsewhere.url("x")))
        let stranger = try #require(elsewhere.requests.first)
        #expect(!stranger.head.contains("s3cret") && !stranger.head.contains("k1") && !stranger.head.contains("k2"))
        _ = try await controller.load(GetStatus(url: server.url("x")))
        let own = try #require(server.requests.first)
        #expect(own.head.contains("s3cret") && own.head.contains("k1") && own.target == "/x?key=k2")
    }

    @Test func sendsATokenOrCredentialsOnlyToTheirOwnOrigin() async throws {
        let server = try start()
        let elsewhere = try start()
        defer {
            server.stop()
            elsewhere.stop()
        }
        let middleware: [any EndpointMiddleware] = [
            BearerToken("s3cret", origin: elsewhere.url()),
            BasicCredentials(user: "Ada", password: "s3cret", origin: elsewhere.url()),
        ]
        for middleware in middleware {
            let controller = Controller(baseURL: server.url(), middleware: [middleware])
            _ = try await controller.load(GetUser())
            _ = try await controller.load(GetStatus(url: elsewhere.url("x")))
        }
        #expect(server.requests.map { $0.field("Authorization") } == [nil, nil])
        #expect(elsewhere.requests.map { $0.field("Authorization") } == ["Bearer s3cret", "Basic QWRhOnMzY3JldA=="])
    }

    @Test func runsMiddlewareInOrderAndLetsItCallNextAgain() async throws {
        struct Mark: EndpointMiddleware {
            var name: String
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                var request = request
                let marks = (request.value(forHTTPHeaderField: "X-Marks") ?? "") + name
                request.setValue(marks, forHTTPHeaderField: "X-Marks")
                return try await next(request)
            }
        }
        struct Twice: EndpointMiddleware {
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                _ = try await next(request)
                return try await next(request)
            }
        }
        let server = try start()
        defer { server.stop() }
        let stream = HTTPBody.stream { InputStream(data: Data("body".utf8)) }
        let middleware: [any EndpointMiddleware] = [Mark(name: "a"), Twice(), Mark(name: "b")]
        let controller = Controller(baseURL: server.url(), middleware: middleware)
        _ = try await controller.load(API.send(stream).parsed(as: User.self))
        #expect(server.requests.map { $0.field("X-Marks") } == ["ab", "ab"])
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["body", "body"])
    }

    @Test func hidesCredentialsInDescriptionsOfMiddleware() throws {
        let middleware: [any EndpointMiddleware] = [
            BearerToken("s3cret"), BasicCredentials(user: "s3cret", password: "s3cret"),
            FixedParts(headerFields: ["X-Key": "s3cret"]), FixedParts(queryItems: .items(["key": "s3cret"])),
        ]
        for one in middleware {
            var dumped = ""
            dump(one, to: &dumped)
            for text in ["\(one)", String(reflecting: one), dumped] { #expect(!text.contains("s3cret"), "\(text)") }
        }
    }

    @Test func keepsTheErrorCaseOfAnotherController() async throws {
        struct OtherError: EndpointServerError {}
        struct Login: EndpointMiddleware {
            let controller: EndpointController<OtherError>
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                _ = try await controller.load(GetUser())
                return try await next(request)
            }
        }
        let server = try ScriptedServer { _, connection in connection.close() }
        defer { server.stop() }
        let login = Login(controller: EndpointController<OtherError>(baseURL: server.url()))
        let controller = Controller(baseURL: server.url(), middleware: [login])
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        #expect(error?.kind == .serverNotResponding)
    }

    @Test func failsTheCallWithTheErrorOfAMiddleware() async throws {
        struct NoToken: Error {}
        struct Refusing: EndpointMiddleware {
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                throw NoToken()
            }
        }
        let server = try start()
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), middleware: [Refusing()])
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        guard case .middlewareFailed(_, is NoToken) = error else { throw try #require(error) }
        #expect(server.requests.isEmpty)
    }
}
