import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of the answers that a controller receives.
@Suite(.timeLimit(.minutes(1))) struct StubAnswerTests {
    private func response(
        _ answer: StubAnswer,
        method: HTTPMethod = .get,
        rules: EndpointRules = EndpointRules()
    ) async throws(LoadError) -> EndpointResponse {
        let stub = StubTransport()
        stub.on(.any, answer: answer)
        let controller = Controller(baseURL: baseURL, transport: stub, rules: rules)
        return try await controller.load(RESTEndpoint(method, path: .segments(["x"])).parsed(by: .response))
    }

    private func failureOf(_ answer: StubAnswer, rules: EndpointRules = EndpointRules()) async -> LoadError? {
        await failure { () throws(LoadError) in _ = try await response(answer, rules: rules) }
    }

    @Test(arguments: [
        (StubAnswer.jsonEncoded(User.ada), 200, "application/json" as String?, #"{"name":"Ada"}"#),
        (
            .jsonEncoded(User.ada, status: 201, encoder: indenting), 201, "application/json",
            "{\n  \"name\" : \"Ada\"\n}"
        ),
        (.json(text: "[ 1 ]"), 200, "application/json", "[ 1 ]"),
        (.text("Grüße"), 200, "text/plain; charset=utf-8", "Grüße"),
        (.text("<p>", headerFields: ["content-type": "text/html"]), 200, "text/html", "<p>"),
        (.status(202, headerFields: ["X": "y"]), 202, nil, ""),
        (.chunks([Data("a".utf8), Data(), Data("b".utf8)], contentType: "a/b"), 200, "a/b", "ab"),
        (StubAnswer(body: .resource("users.json", in: .module)), 200, "application/json", users),
    ])
    func returnsTheGivenResponse(answer: StubAnswer, status: Int, contentType: String?, body: String) async throws {
        let response = try await response(answer)
        #expect(response.statusCode == status)
        #expect(response.contentType == contentType)
        #expect(String(decoding: response.body, as: UTF8.self) == body)
    }

    private static var indenting: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        return encoder
    }

    private static let users = "[{ \"name\": \"Ada\" }, { \"name\": \"Grace\" }]\n"

    @Test func leavesOutEmptyChunks() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .chunks([Data(), Data("a".utf8), Data(), Data("b".utf8)]))
        let body = try await stub.send(URLRequest(url: baseURL)).body
        #expect(try await body.reduce(into: []) { $0.append($1) } == [Data("a".utf8), Data("b".utf8)])
    }

    @Test func setsContentLengthExceptForChunksAndEncodedBodies() async throws {
        #expect(try await response(.text("hello")).headerField("Content-Length") == "5")
        #expect(try await response(.status(200)).headerField("Content-Length") == "0")
        #expect(try await response(.chunks([Data("a".utf8)])).headerField("Content-Length") == nil)
        let coded = StubAnswer.text("hello", headerFields: ["Content-Encoding": "gzip"])
        #expect(try await response(coded).headerField("Content-Length") == nil)
        let chunked = StubAnswer.text("hello", headerFields: ["Transfer-Encoding": "chunked"])
        #expect(try await response(chunked).headerField("Content-Length") == nil)
    }

    @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.get, 304)])
    func omitsABodyThatHTTPForbids(method: HTTPMethod, status: Int) async throws {
        let rules = EndpointRules(acceptedStatusCodes: Set(200..<400))
        let answer = StubAnswer.text("hello", status: status, headerFields: ["Content-Length": "5"])
        let response = try await response(answer, method: method, rules: rules)
        #expect(response.body.isEmpty && response.headerField("Content-Length") == "5")
    }

    @Test func followsAContentLengthThatDiffersFromTheBody() async throws {
        #expect(try await response(.text("hello", headerFields: ["content-length": "4"])).body == Data("hell".utf8))
        let error = await failureOf(.text("hello", headerFields: ["Content-Length": "6"]))
        guard case .truncatedResponse(let response, _) = error else { throw try #require(error) }
        #expect(response.body == Data("hello".utf8))
    }

    @Test(arguments: [-1, 0, 3, 5])
    func deliversATruncatedBodyUpToTheGivenCount(count: Int) async throws {
        let error = await failureOf(.text("hello").truncated(after: count))
        guard case .truncatedResponse(let response, _) = error else { throw try #require(error) }
        #expect(response.body == Data("hello".utf8).prefix(max(count, 0)))
        #expect(response.headerField("Content-Length") == "5")
        let chunks = StubAnswer.chunks([Data("he".utf8), Data("llo".utf8)])
        for answer in [chunks, .text("hello", headerFields: ["Content-Length": "5"])] {
            #expect(await failureOf(answer.truncated(after: count))?.response?.body == response.body)
        }
    }

    @Test func throwsTheMatchingErrorForEachFault() async throws {
        #expect(await failureOf(.unreachable)?.kind == .serverUnreachable)
        #expect(await failureOf(.notResponding)?.kind == .serverNotResponding)
        #expect(await failureOf(.timedOut)?.kind == .timedOut)
        #expect(await failureOf(.cancelled)?.kind == .cancelled)
        let error = EndpointTransportError.unreachable(URLError(.secureConnectionFailed))
        let failure = await failureOf(.failure(error))
        guard case .serverUnreachable(_, let reason) = failure else { throw try #require(failure) }
        #expect((reason as? URLError)?.code == .secureConnectionFailed)
    }

    @Test(arguments: [
        (StubAnswer.status(99), "99 is not the status code"),
        (.status(100), "100 is not the status code"),
        (.status(200, headerFields: ["X y": "z"]), "\"X y\" is not an HTTP token"),
        (.text("", headerFields: ["Content-Length": "-1"]), "\"-1\" is not a number of bytes"),
        (.text("a", headerFields: ["Content-Length": "+1"]), "\"+1\" is not a number of bytes"),
        (.jsonEncoded(Double.infinity), "The body could not be encoded"),
        (StubAnswer(body: .resource("missing.json", in: .module)), "missing.json"),
    ])
    func reportsWhyAnAnswerCannotBeGiven(answer: StubAnswer, reason: String) async throws {
        let error = try #require(await failureOf(answer))
        guard case .invalidRequest(_, StubError.unusableAnswer) = error else { throw error }
        #expect(error.description.contains("The answer of a stub cannot be given"))
        #expect(error.description.contains(reason), "\(error)")
    }
}
