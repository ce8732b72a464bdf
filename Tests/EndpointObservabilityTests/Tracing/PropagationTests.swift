#if Tracing
import EndpointController
import TestSupport
import EndpointObservability
import Foundation
import InMemoryTracing
import Testing
import Tracing

/// Tests of the trace context in the header fields of a request.
@Suite(.timeLimit(.minutes(1))) struct PropagationTests {
    private static let traceID = "in-memory-trace-id"
    private static let spanID = "in-memory-span-id"
    private let tracer = InMemoryTracer()

    /// Returns the requests that arrive at servers.
    ///
    /// The first server redirects if there is a location.
    private func sent(
        _ middleware: any EndpointMiddleware,
        _ endpoint: Given,
        redirect location: String? = nil
    ) async throws -> [URLRequest] {
        let sent = Collected<URLRequest>()
        let controller = controller(middleware) { request in
            sent.append(request)
            guard let location, sent.all.count == 1 else { return answer(to: request) }
            return answer(to: request, 307, fields: ["Location": location])
        }
        _ = try await controller.load(endpoint.parsed(by: .response))
        return sent.all
    }

    @Test func addsOnlyTheTraceContextToARequest() async throws {
        var endpoint = try Given(url: "https://example.com/")
        endpoint.request.setValue("text/plain", forHTTPHeaderField: "Accept")
        endpoint.request.setValue("stale", forHTTPHeaderField: Self.traceID)
        let request = try #require(try await sent(RequestTracer(tracer: tracer), endpoint).first)
        let span = try #require(tracer.finishedSpans.first)
        // `URLRequest` may change the case of names.
        let fields = (request.allHTTPHeaderFields ?? [:]).map { ($0.lowercased(), $1) }
        #expect(
            Dictionary(uniqueKeysWithValues: fields)
                == ["accept": "text/plain", Self.traceID: span.traceID, Self.spanID: span.spanID])
    }

    @Test func addsTheContextOnlyToRequestsThatTheClosureAccepts() async throws {
        let middleware = RequestTracer(tracer: tracer) { $0.url?.host() == "example.com" }
        let inside = try await sent(middleware, try Given(url: "https://example.com/"))
        #expect(inside.first?.value(forHTTPHeaderField: Self.traceID) != nil)
        let outside = try await sent(middleware, try Given(url: "https://elsewhere.example/"))
        #expect(outside.first?.value(forHTTPHeaderField: Self.traceID) == nil)
        #expect(tracer.finishedSpans.count == 2)
    }

    @Test(arguments: [("/next", true), ("https://elsewhere.example/", false)], [true, false])
    func keepsTheContextOnlyInARedirectToTheSameOrigin(redirect: (String, Bool), seesEach: Bool) async throws {
        let (location, isKept) = redirect
        let endpoint = try Given(url: "https://example.com/")
        let tracing = RequestTracer(tracer: tracer)
        let requests = try await sent(seesEach ? tracing.oncePerRequest() : tracing, endpoint, redirect: location)
        #expect(requests.count == 2)
        #expect(requests.first?.value(forHTTPHeaderField: Self.traceID) != nil)
        #expect((requests.last?.value(forHTTPHeaderField: Self.traceID) != nil) == isKept)
        #expect(tracer.finishedSpans.count == (seesEach ? 2 : 1))
    }

    @Test(arguments: [
        ("traceparent", "a\r\nX-Evil: 1"), ("X-Evil: 1\r\nbaggage", "a"), ("baggage", "a\0b"), ("", "a"),
    ])
    func omitsAnInvalidHeaderFieldOfTheContext(name: String, value: String) async throws {
        let middleware = RequestTracer(tracer: Injecting(base: tracer, fields: [name: value, "X-Good": "b"]))
        let request = try #require(try await sent(middleware, try Given(url: "https://example.com/")).first)
        #expect(request.allHTTPHeaderFields == ["X-Good": "b"])
        #expect(tracer.finishedSpans.first?.events.map(\.name) == ["Context not propagated"])
    }
}

/// A tracer that injects the given header fields.
private struct Injecting: Tracer {
    let base: InMemoryTracer
    let fields: [String: String]

    func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> InMemorySpan {
        base.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line
        )
    }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        for (name, value) in fields { injector.inject(value, forKey: name, into: &carrier) }
    }
}
#endif
