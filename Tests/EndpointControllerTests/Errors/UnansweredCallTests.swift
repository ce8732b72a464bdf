import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("Errors of calls without a response", .timeLimit(.minutes(1)))
struct UnansweredCallTests {
    private struct Refused: LocalizedError {
        var errorDescription: String? { "refused" }
    }

    private struct Signing: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            throw Refused()
        }
    }

    private struct PassingOn: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            do { return try await next(request) } catch { throw error }
        }
    }

    private func error(
        _ middleware: [any EndpointMiddleware] = [],
        user: String = "",
        throwing failure: EndpointTransportError = .timedOut
    ) async throws -> LoadError {
        let api = Controller(
            baseURL: url("https://\(user)example.com/"), transport: Answering { _ in throw failure },
            middleware: middleware)
        let endpoint = RESTEndpoint<Void>(
            .post, path: "hooks/secret", queryItems: .items(["key": "secret"]), headerFields: ["X-Key": "secret"],
            body: .text("secret"), rules: EndpointRules(hasSecretPath: true))
        return try #require(await #expect(throws: LoadError.self) { try await api.load(endpoint) })
    }

    private static let name = "(POST https://example.com/***?key)"

    @Test(
        "End with the method and the URL, without its secrets",
        arguments: [
            (EndpointTransportError.timedOut, "The call timed out"), (.cancelled, "The call was cancelled"),
            (.unreachable(Refused()), "The server cannot be reached: refused"),
            (.notResponding(Refused()), "The server did not respond: refused"),
            (.invalidRequest(Refused()), "The request cannot be made: refused"),
        ])
    func names(failure: EndpointTransportError, sentence: String) async throws {
        let error = try await error(throwing: failure)
        #expect(error.description == "\(sentence) \(Self.name)")
        #expect(error.request?.httpMethod == "POST")
    }

    @Test("End without the credentials of a URL, which is refused")
    func user() async throws {
        #expect(try await error(user: "ada:secret@").description.hasSuffix(" (POST https://***@example.com/***?key)"))
    }

    @Test("Name the innermost middleware that threw its own error")
    func middleware() async throws {
        let error = try await error([PassingOn(), Signing()])
        #expect(error.description == "Signing failed: refused \(Self.name)")
        guard case .middlewareFailed(let call, _) = error else { throw error }
        #expect(call.middleware is Signing.Type)
        let late = try await self.error([PassingOn()])
        guard case .timedOut(let silent) = late else { throw late }
        #expect(silent.middleware == nil)
    }

    @Test("Hide a secret path in the text about a URL that is refused", arguments: ["secret", "secret/"])
    func secretPath(folder: String) async throws {
        let api = Controller(baseURL: url("https://example.com/\(folder)"), transport: Answering { answer(to: $0) })
        let endpoint = RESTEndpoint<Void>(path: "/hook", rules: EndpointRules(hasSecretPath: true))
        let error = await #expect(throws: LoadError.self) { try await api.load(endpoint) }
        #expect(error?.description == "The request cannot be made: its URL is refused (RESTEndpoint<()>)")
        let given = #expect(throws: LoadError.self) {
            try api.call(RESTEndpoint<Void>(path: "/hook"), rules: EndpointRules(hasSecretPath: true))
        }
        #expect(given?.description == error?.description)
    }

    /// Explains the error or the response that the rest of the call ends with.
    private struct Explaining: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            defer { next.explanation = Refused() }
            return try await next(request)
        }
    }

    /// Sends the request twice.
    private struct Twice: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            _ = try? await next(request)
            return try await next(request)
        }
    }

    @Test("Show the last explanation of a middleware, and none from before the request was sent again")
    func explanation() async throws {
        let explaining = Explaining()
        #expect(
            try await error([explaining]).description == "The call timed out (refused; \(Self.name.dropFirst())")
        let first = Looking { _, next in next.explanation = Refused() }
        #expect(try await error([Twice(), first]).description == "The call timed out \(Self.name)")
    }

    @Test("Have the request of a response that middleware or a redirect changed")
    func answered() async throws {
        let api = Controller(
            baseURL: baseURL,
            transport: Answering {
                $0.url?.path() == "/done" ? answer(to: $0, 500) : answer(to: $0, 302, fields: ["Location": "/done"])
            })
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Void>(path: "start")) }
        #expect(error?.request?.url?.path() == "/done")
    }

    @Test("Name the type of an endpoint that cannot make its request, without its wrappers")
    func unmade() async throws {
        let api = Controller(transport: Answering { answer(to: $0) })
        let error = await #expect(throws: LoadError.self) { try await api.load(GetNumbers().parsed(by: .none)) }
        #expect(error?.description.hasSuffix(" (GetNumbers)") == true)
        #expect(error?.request == nil)
    }
}
