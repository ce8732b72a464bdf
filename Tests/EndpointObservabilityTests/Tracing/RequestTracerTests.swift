#if Tracing
import EndpointController
import TestSupport
import EndpointObservability
import EndpointStreaming
import Foundation
import InMemoryTracing
import Testing
import Tracing

/// Tests of the spans in a trace.
@Suite(.timeLimit(.minutes(1))) struct RequestTracerTests {
    private let tracer = InMemoryTracer()
    private let url = "https://Example.com/users/867?page=2"

    private func span() throws -> FinishedInMemorySpan {
        #expect(tracer.finishedSpans.count == 1)
        #expect(tracer.activeSpans.isEmpty)
        return try #require(tracer.finishedSpans.first)
    }

    @Test func recordsARequestBySemanticConventions() async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0, chunks: ["all"]) }
        _ = try await controller.load((try Given(url: url, method: "POST")).parsed(by: .response))
        let span = try span()
        #expect(span.operationName == "POST Given")
        #expect(span.kind == .client)
        #expect(span.status == nil)
        #expect(
            span.attributes == [
                "endpoint": "Given", "http.request.method": "POST", "url.full": .string(url),
                "server.address": "example.com", "server.port": .int64(443), "http.response.status_code": .int64(200),
            ])
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/", "127.0.0.1", 8080), ("http://[::1]/", "::1", 80), ("https://x.test/", "x.test", 443),
    ])
    func recordsTheAddressAndPortOfTheServer(url: String, address: String, port: Int64) async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(try span().attributes.get("server.address") == .string(address))
        #expect(try span().attributes.get("server.port") == .int64(port))
    }

    @Test(arguments: [400, 404, 503]) func recordsAnErrorStatusAsAnError(statusCode: Int) async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0, statusCode) }
        _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        let span = try span()
        #expect(span.status == SpanStatus(code: .error))
        #expect(span.attributes.get("error.type") == .string("\(statusCode)"))
        #expect(span.attributes.get("http.response.status_code") == .int64(Int64(statusCode)))
    }

    @Test(arguments: Fault.all) func recordsAFailureAsAnError(fault: Fault) async throws {
        let controller = controller(RequestTracer(tracer: tracer), answer: fault.answer)
        _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        let span = try span()
        #expect(span.status?.code == .error)
        #expect(span.status?.message?.isEmpty == false)
        #expect(span.attributes.get("error.type") == .string(fault.testDescription))
        #expect(span.attributes.get("http.response.status_code") == fault.statusCode.map { .int64(Int64($0)) })
    }

    @Test func endsTheSpanWhenTheBodyIsAbandoned() async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0, chunks: ["first", "second"]) }
        try await readFirstChunk(controller, of: try Given(url: url))
        await until { tracer.activeSpans.isEmpty }
        #expect(try span().status == nil)
    }

    @Test func endsTheSpanWhenTheBodyEnds() async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0, chunks: ["all"]) }
        let response = try await controller.stream(try Given(url: url))
        #expect(tracer.finishedSpans.isEmpty)
        for _ in 1...2 { for try await _ in response.body {} }
        _ = try span()
    }

    @Test func recordsAnUnknownMethodAsTheOriginalMethod() async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url, method: "PROPFIND")).parsed(by: .response))
        let span = try span()
        #expect(span.operationName == "HTTP Given")
        #expect(span.attributes.get("http.request.method") == "_OTHER")
        #expect(span.attributes.get("http.request.method_original") == "PROPFIND")
    }

    @Test("Hides a secret path") func secretPath() async throws {
        let controller = controller(RequestTracer(tracer: tracer)) { answer(to: $0) }
        _ = try await controller.load(WebHook().parsed(by: .response))
        #expect(try span().attributes.get("url.full") == .string("https://hooks.example.com/***"))
    }

    @Test func namesTheSpanAfterAMethodOfOtherMethods() async throws {
        let controller = controller(RequestTracer(tracer: tracer, otherMethods: ["PROPFIND"])) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url, method: "PROPFIND")).parsed(by: .response))
        #expect(try span().operationName == "PROPFIND Given")
    }

    @Test func recordsASpanForEachAttempt() async throws {
        let controller = controller(Again(times: 3), RequestTracer(tracer: tracer)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        let counts = tracer.finishedSpans.map { $0.attributes.get("http.request.resend_count") }
        #expect(counts.count == 3)
        for count in [nil, .int64(1), .int64(2)] as [SpanAttribute?] { #expect(counts.contains(count)) }
    }

    @Test func nestsTheSpanBetweenTheTaskAndLaterMiddleware() async throws {
        let tracer = tracer
        struct Inner: EndpointMiddleware {
            let tracer: InMemoryTracer
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                try await tracer.withSpan("inner") { _ in try await next(request) }
            }
        }
        let controller = controller(RequestTracer(tracer: tracer), Inner(tracer: tracer)) { answer(to: $0) }
        let endpoint = try Given(url: url)
        _ = try await tracer.withSpan("outer") { _ in try await controller.load(endpoint.parsed(by: .response)) }
        let spans = Dictionary(grouping: tracer.finishedSpans, by: \.operationName).compactMapValues(\.first)
        #expect(spans.count == 3)
        #expect(spans["GET Given"]?.parentSpanID == spans["outer"]?.spanID)
        #expect(spans["inner"]?.parentSpanID == spans["GET Given"]?.spanID)
        #expect(spans["outer"]?.parentSpanID == nil)
    }

    @Test func usesTheTracerOfInstrumentationSystemByDefault() async throws {
        let controller = controller(RequestTracer()) { answer(to: $0) }
        let endpoint = try Given(url: url)
        _ = try await withTracer(tracer) { try await controller.load(endpoint.parsed(by: .response)) }
        _ = try span()
    }

    @Test(arguments: Exposure.all) func keepsSecretsOutOfTheSpan(exposure: Exposure) async throws {
        try await exposure.load(with: RequestTracer(tracer: tracer))
        let span = try span()
        var text = "\(span.operationName) \(String(describing: span.status)) \(span.errors) \(span.events)"
        span.attributes.forEach { text += " \($0)=\($1)" }
        #expect(text.contains("url.full"))
        #expect(!text.contains(Exposure.secret), "\(text)")
    }
}
#endif
