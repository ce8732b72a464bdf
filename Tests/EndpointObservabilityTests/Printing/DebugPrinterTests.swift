import EndpointObservability
import Foundation
import TestSupport
import Testing

@Suite("DebugPrinter", .timeLimit(.minutes(1)))
struct DebugPrinterTests {
    private struct Quoting: LocalizedError {
        var errorDescription: String? { "The token s3cret is\u{1B} wrong at https://example.com/?key=4242" }
    }

    @Test("Hides credentials in URLs, and makes control characters visible")
    func printedLines() async throws {
        let transport = Answering { request in
            if request.httpMethod == "POST" { throw EndpointTransportError.unreachable(Quoting()) }
            return answer(to: request, fields: ["X-\u{1B}": "a\u{1B}[31m"])
        }
        let lines = Collected<String>()
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: transport,
            middleware: [DebugPrinter { lines.append($0) }])
        try await api.load(RESTEndpoint(path: "me").parsed(by: .none))
        #expect(lines.all.last?.hasSuffix(#"X-\u{1B}: a\u{1B}[31m"#) == true)
        let endpoint = RESTEndpoint(.post, path: "me", headerFields: ["Authorization": "Bearer s3cret"])
        let error = await #expect(throws: LoadError.self) { try await api.load(endpoint.parsed(by: .none)) }
        #expect(error?.kind == .serverUnreachable)
        #expect(lines.all.last?.hasSuffix(#"The token s3cret is\u{1B} wrong at https://example.com/?key=***"#) == true)
    }

    @Test("Prints the requests that follow redirects only if it sees each request", arguments: [true, false])
    func hops(seesEachRequest: Bool) async throws {
        let transport = Answering { request in
            request.url?.path() == "/old"
                ? answer(to: request, 302, fields: ["Location": "/new"]) : answer(to: request)
        }
        let printed = Collected<String>()
        let printer = DebugPrinter { printed.append($0) }
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: transport,
            middleware: [seesEachRequest ? printer.oncePerRequest() : printer])
        try await api.load(RESTEndpoint(path: "old").parsed(by: .none))
        let requests = printed.all.filter { $0.hasPrefix("curl") }.compactMap { $0.split(separator: "'").last }
        let urls = ["https://example.com/old", "https://example.com/new"]
        #expect(requests.map(String.init) == (seesEachRequest ? urls : [urls[0]]))
    }

    @Test("Prints a call that fails silently only if it succeeds", arguments: [200, 404, nil])
    func silentCall(status: Int?) async throws {
        let transport = Answering { request in
            guard let status else { throw EndpointTransportError.unreachable(Quoting()) }
            return answer(to: request, status)
        }
        let printed = Collected<String>()
        let api = Controller(transport: transport, middleware: [DebugPrinter { printed.append($0) }])
        let ping = try Given(url: "https://example.com/ping", failsSilently: true)
        let response = try? await api.load(ping.parsed(by: .response))
        #expect(response?.statusCode == (status == 200 ? 200 : nil))
        #expect(printed.all.count == (status == 200 ? 2 : 0), "\(printed.all)")
    }

    @Test("Hides the path of a redirect that is not followed")
    func redirect() async throws {
        let transport = Answering {
            answer(to: $0, 302, fields: ["Location": "ftp://hooks.example.com/services/T024/B1KZ/9hVq2xLw"])
        }
        let printed = Collected<String>()
        let api = Controller(
            baseURL: PostMessage.server, transport: transport, middleware: [DebugPrinter { printed.append($0) }])
        let error = await #expect(throws: LoadError.self) {
            try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        }
        #expect(error?.kind == .redirectNotFollowed)
        #expect(printed.all.count == 2)
        for secret in PostMessage.secrets { #expect(!printed.all.joined().contains(secret)) }
    }

    @Test("Hides header fields with URLs in the response to an endpoint with a secret path")
    func printedResponse() async throws {
        let next = "https://hooks.example.com/services/T024/B1KZ/9hVq2xLw?page=2"
        let transport = Answering {
            answer(
                to: $0,
                fields: [
                    "Link": "<\(next)>; rel=next", "Location": "/services/T024/B1KZ/9hVq2xLw",
                    "Refresh": "5; url=\(next)",
                ],
                chunks: [#"{"reason":"bad"}"#])
        }
        let lines = Collected<String>()
        let api = Controller(
            baseURL: PostMessage.server, transport: transport, middleware: [DebugPrinter { lines.append($0) }])
        try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        let text = lines.all.joined(separator: "\n")
        #expect(text.contains("\nLocation: ***") && text.contains("\nLink: ***"))
        for secret in PostMessage.secrets { #expect(!text.contains(secret)) }
    }

    /// A wrapper that marks the path of an endpoint as secret.
    private struct Secret<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType, RulesProviderType {
        var rules: EndpointRules { EndpointRules(hasSecretPath: true) }
        let base: Base
    }

    @Test("Hides the path of an endpoint or a wrapper in the lines of DebugPrinter")
    func debugPrinter() async throws {
        let lines = Collected<String>()
        let transport = Answering { answer(to: $0, 404, chunks: ["{}"]) }
        let api = Controller(
            baseURL: PostMessage.server, transport: transport, middleware: [DebugPrinter { lines.append($0) }])
        let first = await #expect(throws: LoadError.self) {
            try await api.load(PostMessage(text: "Hello").parsed(by: .none))
        }
        let plain = RESTEndpoint<Data>(.post, path: "services/T024/B1KZ/9hVq2xLw?channel=news")
        let second = await #expect(throws: LoadError.self) {
            try await api.load(Secret(base: plain).parsed(by: .none))
        }
        #expect([first?.kind, second?.kind] == [.unacceptableStatus, .unacceptableStatus])
        let text = lines.all.joined()
        #expect(text.contains("https://hooks.example.com/***?channel=news"))
        #expect(!text.contains("9hVq2xLw"))
    }
}
