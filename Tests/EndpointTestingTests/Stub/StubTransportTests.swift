import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct StubTransportTests {
    private let stub = StubTransport()
    private var controller: Controller { Controller(baseURL: baseURL, transport: stub) }

    @Test func answersEachEndpointFromItsStub() async throws {
        try stub.on(GetUser(id: 7), baseURL: baseURL, answer: .jsonEncoded(User.ada))
        try stub.on(GetUser(id: 8), baseURL: baseURL, answer: .jsonEncoded(User.grace))
        try stub.on(ListUsers(page: 2), answer: .json(text: #"[{"name": "Ada"}]"#))
        #expect(try await controller.load(GetUser(id: 8)) == .grace)
        #expect(try await controller.load(GetUser(id: 7)) == .ada)
        #expect(try await controller.load(ListUsers(page: 2)) == [.ada])
        try stub.verify()
    }

    @Test("Gives the answers of an array in order, and repeats the last one")
    func arrays() async throws {
        let names = ["Ada", "Grace"]
        try stub.on(GetUser(), baseURL: baseURL, answers: names.map { .jsonEncoded(User(name: $0)) })
        stub.on(.any, answers: names.map { .text($0) })
        for name in ["Ada", "Grace", "Grace"] {
            #expect(try await controller.load(GetUser()).name == name)
            #expect(try await controller.load(RESTEndpoint<String>(path: "other")) == name)
        }
        try stub.verify()
    }

    @Test("Says that an array of answers is empty")
    func noAnswers() async throws {
        stub.on(.any, answers: [])
        let error = await #expect(throws: LoadError.self) { try await controller.load(GetUser()) }
        #expect(
            error?.description
                == "The request cannot be made: The stub has no answers. (GET https://example.com/api/users/7)")
    }

    @Test func refusesABaseURLThatAControllerRefuses() {
        let error = EndpointRequestError.baseURLWithoutTrailingSlash("https://example.com/api", dropped: "api")
        #expect(throws: error) {
            try stub.on(GetUser(), baseURL: url("https://example.com/api"), answer: .jsonEncoded(User.ada))
        }
        #expect(throws: EndpointRequestError.missingBaseURL) { try stub.on(GetUser(), answer: .jsonEncoded(User.ada)) }
    }

    @Test func describesTheRequestOfAnEndpoint() throws {
        try stub.on(GetUser(), baseURL: baseURL, answer: .jsonEncoded(User.ada))
        #expect(complaint(stub.verify) == "The stub for GET https://example.com/api/users/7 was never called.")
    }

    @Test func matchesAnEndpointByItsBodyDespiteAddedFields() async throws {
        try stub.on(Post(.jsonEncoded(User.ada)), baseURL: baseURL, answer: .text("Ada"))
        try stub.on(Post(.formEncoded(.items(["name": "Ada"]))), baseURL: baseURL, answer: .text("form"))
        try stub.on(Post(.multipart([.text("Ada", name: "name")])), baseURL: baseURL, answer: .text("multipart"))
        try stub.on(Post(nil), baseURL: baseURL, answer: .text("none"))
        let middleware: [any EndpointMiddleware] = [BearerToken("s3cret"), FixedParts(headerFields: ["X-Trace": "7"])]
        let controller = Controller(baseURL: baseURL, transport: stub, middleware: middleware)
        let bodies: [(HTTPBody?, String)] = [
            (.multipart([.text("Ada", name: "name")]), "multipart"), (nil, "none"),
            (.formEncoded(.items(["name": "Ada"])), "form"), (.json(text: #"{ "name" : "Ada" }"#), "Ada"),
        ]
        for (body, text) in bodies {
            #expect(try await controller.load(Post(body).parsed(as: String.self)) == text)
        }
        try stub.verify()
    }

    @Test func distinguishesEndpointsByTheirHeaderFields() async throws {
        let greetings = ["en": "Hello", "de": "Hallo"].map { language, greeting in
            (RESTEndpoint<String>(path: "greeting", headerFields: ["Accept-Language": language]), greeting)
        }
        for (endpoint, greeting) in greetings { try stub.on(endpoint, baseURL: baseURL, answer: .text(greeting)) }
        for (endpoint, greeting) in greetings { #expect(try await controller.load(endpoint) == greeting) }
    }

    @Test(arguments: [
        (RequestMatcher.any, true),
        (RequestMatcher(method: .post), true),
        (RequestMatcher(method: .put), false),
        (RequestMatcher(url: url("https://example.com/api/users?page=2&sort=name")), true),
        (RequestMatcher(url: url("https://example.com/api/users")), false),
        (RequestMatcher(path: "/api/users"), true),
        (RequestMatcher(path: "/api/users/"), false),
        (RequestMatcher(path: ""), false),
        (RequestMatcher(queryItems: .items(["page": 2])), true),
        (RequestMatcher(queryItems: .items(["page": 2, "page": 3])), false),
        (RequestMatcher(queryItems: .items(["limit": 2])), false),
        (RequestMatcher(headerFields: ["content-type": "application/json"]), true),
        (RequestMatcher(headerFields: ["Content-Type": "text/plain"]), false),
        (RequestMatcher(headerFields: ["X-A": "\u{E9}"]), true),
        (RequestMatcher(headerFields: ["X-A": "e\u{301}"]), false),
        (RequestMatcher(body: .json(["name": "Ada"])), true),
        (RequestMatcher(body: .json(["name": "Grace"])), false),
    ])
    func comparesOnlyThePartsOfTheMatcher(matcher: RequestMatcher, isMatching: Bool) async throws {
        stub.on(matcher, answer: .status(204))
        var request = try post(.jsonEncoded(User.ada))
        request.url = url("https://example.com/api/users?page=2&sort=name")
        request.setValue("\u{E9}", forHTTPHeaderField: "X-A")
        let head = try? await stub.send(request).head
        #expect(head?.statusCode == (isMatching ? 204 : nil))
    }

    @Test(arguments: [
        ("text/plain", false), ("application/json", true), ("Application/Problem+JSON", true),
        ("text/html; profile=json", false),
    ])
    func comparesBodiesByValueOnlyIfTheirTypeIsJSON(contentType: String, isMatching: Bool) async throws {
        stub.on(RequestMatcher(body: .data(Data("1.0".utf8), contentType: contentType)), answer: .status(204))
        let head = try? await stub.send(post(.data(Data("1".utf8), contentType: contentType))).head
        #expect(head?.statusCode == (isMatching ? 204 : nil))
    }

    @Test func givesAnswersInOrderAndRepeatsTheLast() async throws {
        try stub.on(GetUser(), baseURL: baseURL, answer: .status(503), .jsonEncoded(User.ada), .jsonEncoded(User.grace))
        let first = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        #expect(first?.response?.statusCode == 503)
        #expect(try await controller.load(GetUser()) == .ada)
        #expect(complaint(stub.verify)?.contains("gave 2 of its 3 answers") == true)
        #expect(try await controller.load(GetUser()) == .grace)
        #expect(try await controller.load(GetUser()) == .grace)
        try stub.verify()
    }

    @Test func answersFromTheFirstMatchingStub() async throws {
        stub.on(RequestMatcher(path: "/api/users/7"), answer: .jsonEncoded(User.ada))
        stub.on(.any, answer: .jsonEncoded(User.grace))
        #expect(try await controller.load(GetUser(id: 7)) == .ada)
        #expect(try await controller.load(GetUser(id: 8)) == .grace)
    }

    @Test func answersWithTheResultOfAClosure() async throws {
        stub.on(RequestMatcher(method: .post)) { request in
            StubAnswer(status: 201, body: .data(request.httpBody ?? Data()))
        }
        stub.on(RequestMatcher(path: "/api/users/8")) { _ in throw EndpointTransportError.timedOut }
        stub.on(RequestMatcher(path: "/api/users/9")) { _ in throw CancellationError() }
        stub.on(.any) { _ in throw CocoaError(.featureUnsupported) }
        #expect(try await controller.load(Post(.text("hello"))) == Data("hello".utf8))
        let late = await failure { () throws(LoadError) in _ = try await controller.load(GetUser(id: 8)) }
        #expect(late?.kind == .timedOut)
        let cancelled = await failure { () throws(LoadError) in _ = try await controller.load(GetUser(id: 9)) }
        #expect(cancelled?.kind == .cancelled)
        let unsupported = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        guard case .invalidRequest(_, let error) = unsupported else { throw try #require(unsupported) }
        #expect((error as? CocoaError)?.code == .featureUnsupported)
    }

    @Test func namesAnUnstubbedCallAndTheExistingStubs() async throws {
        stub.on(RequestMatcher(path: "/api/users/8"), answer: .jsonEncoded(User.ada))
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser(id: 7)) }
        guard case .invalidRequest(_, let reason as StubError) = error else { throw try #require(error) }
        #expect(
            reason.description == """
                There is no stub for GET https://example.com/api/users/7. There are: any method /api/users/8 (path \
                differs: expected "/api/users/8", found "/api/users/7").
                """)
        #expect(reason.errorDescription == reason.description)
        guard case .unstubbedCall("GET https://example.com/api/users/7", let stubs) = reason else { throw reason }
        #expect(stubs.count == 1)
        // `verify` reports the call even if the code under test swallows the error.
        #expect(
            complaint(stub.verify) == """
                No stub answered GET https://example.com/api/users/7. The stub for any method /api/users/8 was never called.
                """)
    }

    @Test func listsUnstubbedCallsAndUnusedAnswers() async throws {
        stub.on(RequestMatcher(path: "/a"), answer: .status(200))
        _ = try? await stub.send(URLRequest(url: baseURL))
        let error = #expect(throws: StubError.self) { try stub.verify() }
        guard case .unmet(let calls, let answers) = error else { throw try #require(error) }
        #expect(calls == ["GET https://example.com/api/"] && answers.count == 1)
    }

    @Test func reportsThatNoStubsWereAdded() async throws {
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        #expect(error?.description.contains("no stubs were added") == true)
        #expect(complaint(stub.verify) == "No stub answered GET https://example.com/api/users/7.")
    }

    private static let secret = "s3cret-0123"

    @Test(arguments: [HTTPBody.json(["password": secret]), .formEncoded(.items(["password": secret]))])
    func hidesCredentialsInItsErrors(body: HTTPBody) async throws {
        let secret = Self.secret
        let fields = ["Authorization": "Bearer \(secret)", "X-Api-Key": secret]
        stub.on(
            RequestMatcher(
                url: url("https://ada:\(secret)@example.com/?access_token=\(secret)"), headerFields: fields,
                body: .json(["password": secret])), answer: .status(200))
        stub.on(
            RequestMatcher(headerFields: ["Authorization": "Bearer other-\(secret)"]), answer: .status(200))
        stub.on(RequestMatcher(body: .json(["password": "other-\(secret)"])), answer: .status(200))
        var request = try post(body)
        request.url = url("https://example.com/?access_token=\(secret)&api_key=\(secret)")
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let error = await #expect(throws: EndpointTransportError.self) { _ = try await stub.send(request) }
        let unmet = complaint(stub.verify)
        let texts = try [#require(error).description, #require(unmet)]
        for text in texts { #expect(!text.contains(secret) && text.contains("***"), "\(text)") }
        #expect(texts[0].contains("the difference is not shown; it may be in a credential"))
    }

    @Test func reportsARequestThatAMatcherCannotCheck() async throws {
        let stub = StubTransport()
        let missing = URL(fileURLWithPath: "/nowhere/photo.jpg")
        stub.on(RequestMatcher(body: .file(missing)), answer: .status(204))
        let request = URLRequest(url: try #require(URL(string: "https://example.com/photo")))
        let error = await #expect(throws: EndpointTransportError.self) { try await stub.send(request) }
        #expect(error?.description.contains("/nowhere/photo.jpg") == true, "\(String(describing: error))")
        #expect(complaint(stub.verify)?.contains("GET https://example.com/photo") == true)
    }
}
