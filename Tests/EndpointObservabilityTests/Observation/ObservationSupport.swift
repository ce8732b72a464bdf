#if Logging || Metrics || Tracing
import EndpointController
import EndpointStreaming
import TestSupport
import Foundation
import Testing

typealias Controller = EndpointController<EndpointDefaultServerError>

/// A controller whose transport answers with a closure.
func controller(
    _ middleware: any EndpointMiddleware...,
    timeout: Duration? = .seconds(60),
    answer: @escaping @Sendable (URLRequest) async throws -> EndpointStreamedResponse
) -> Controller {
    var rules = EndpointRules()
    rules.timeout = timeout
    return Controller(transport: Answering(answer), middleware: middleware, rules: rules)
}

/// Reads the first chunk of a streamed body, and drops the rest.
func readFirstChunk(_ controller: Controller, of endpoint: Given) async throws {
    let response = try await controller.stream(endpoint)
    var chunks = response.body.makeAsyncIterator()
    #expect(try await chunks.next() != nil)
}

/// An endpoint with the secret address of a web hook.
struct WebHook {}

extension WebHook: EndpointType, RulesProviderType {
    var rules: EndpointRules { EndpointRules(hasSecretPath: hasSecretPath) }
    var hasSecretPath: Bool { true }

    var request: URLRequest {
        get throws { URLRequest(url: try #require(URL(string: "https://hooks.example.com/services/9hVq2xLw"))) }
    }
}

/// Waits until another thread makes a condition true.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

/// Waits until the task is cancelled.
func never<Value>() async throws -> Value {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    defer { continuation.finish() }
    for await _ in stream {}
    throw CancellationError()
}

/// A fault that leaves a call without a whole response, with the name under which it is reported.
struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let kind: EndpointErrorKind
    let statusCode: Int?
    let answer: @Sendable (URLRequest) async throws -> EndpointStreamedResponse

    static var all: [Fault] {
        [
            Fault(testDescription: "server_unreachable", kind: .serverUnreachable, statusCode: nil) { _ in
                throw EndpointTransportError.unreachable(URLError(.cannotConnectToHost))
            },
            Fault(testDescription: "server_not_responding", kind: .serverNotResponding, statusCode: nil) { _ in
                throw EndpointTransportError.notResponding(URLError(.networkConnectionLost))
            },
            Fault(testDescription: "invalid_request", kind: .invalidRequest, statusCode: nil) { _ in
                throw EndpointTransportError.invalidRequest(URLError(.badURL))
            },
            Fault(testDescription: "cancelled", kind: .cancelled, statusCode: nil) { _ in throw CancellationError() },
            Fault(testDescription: "timeout", kind: .timedOut, statusCode: nil) { _ in
                throw EndpointTransportError.timedOut
            },
            Fault(testDescription: "truncated_response", kind: .truncatedResponse, statusCode: 200) { request in
                TestSupport.answer(
                    to: request, chunks: ["half"], end: .truncated(URLError(.networkConnectionLost)))
            },
            Fault(testDescription: "redirect_refused", kind: .redirectNotFollowed, statusCode: 302) { request in
                TestSupport.answer(to: request, 302, fields: ["Location": "mailto:ada@example.com"])
            },
        ]
    }
}
#endif
