import EndpointPaging
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointController

/// A task-local identifier.
enum TraceID {
    @TaskLocal static var current = "none"
}

/// A protocol of a program, whose middleware checks endpoints for a conformance.
private protocol ScopeProviderType {
    var scope: String { get }
}

@Suite("EndpointNext: facts about the call for middleware", .timeLimit(.minutes(1)))
struct NextTests {
    private struct Scoped: APIEndpointType, ScopeProviderType, Sendable {
        var relativeURLString: String { "x" }
        var scope: String { "admin" }
    }

    private struct Search: APIEndpointType, RulesProviderType {
        var rules: EndpointRules { EndpointRules(isRepeatable: isRepeatable) }
        var relativeURLString: String { "x" }
        var method: HTTPMethod { .post }
        var isRepeatable: Bool
    }

    @Test("Keeps a value of middleware for the call, which begins with the initial value even if it is optional")
    func value() {
        let next = EndpointNext { _ in throw CancellationError() }
        #expect(next.withValue(initially: Int?.some(5)) { $0 } == 5)
        next.withValue(initially: Int?.some(5)) { $0 = nil }
        #expect(next.withValue(initially: Int?.some(7)) { $0 } == nil)
    }

    @Test("Supplies the endpoint inside all wrappers")
    func endpoint() async throws {
        let scopes = Collected<String?>()
        let look = Looking { _, next in scopes.append((next.endpoint as? any ScopeProviderType)?.scope) }
        let api = controller(look) { _ in "" }
        let baseURL = try #require(URL(string: "https://example.com/"))
        try await api.load(Scoped().parsed(by: .none))
        try await api.load(AnyEndpoint(AnyBaseURLEndpoint(Scoped()).endpoint(baseURL: baseURL)).parsed(by: .none))
        try await api.load(GetNumbers().parsed(by: .none))
        #expect(scopes.all == ["admin", "admin", nil])
    }

    @Test("Supplies the time left until the deadline, or nil without a deadline")
    func timeLeft() async throws {
        let times = Collected<Duration?>()
        let look = Looking { _, next in times.append(next.timeLeft) }
        try await controller(look, rules: EndpointRules(timeout: .seconds(4000))) { _ in "" }
            .load(GetNumbers().parsed(by: .none))
        try await controller(look, rules: EndpointRules(timeout: .unlimited)) { _ in "" }.load(
            GetNumbers().parsed(by: .none))
        let first = try #require(times.all[0])
        #expect(first > .seconds(3000) && first <= .seconds(4000))
        #expect(times.all[1] == nil)
        let late = EndpointNext(deadline: .now - .seconds(1)) { _ in throw CancellationError() }
        #expect(late.timeLeft == .zero)
    }

    @Test("Decides by method, key, endpoint and body whether a request is repeatable")
    func isRepeatable() throws {
        func isRepeatable(_ method: String, _ endpoint: (any RequestProviderType)? = nil, key: String? = nil) -> Bool {
            var request = URLRequest(url: URL(fileURLWithPath: "/"))
            request.httpMethod = method
            request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
            return EndpointNext(endpoint: endpoint) { _ in throw CancellationError() }.isRepeatable(request)
        }
        #expect(["GET", "PUT", "DELETE", "HEAD"].allSatisfy { isRepeatable($0) })
        #expect(!["POST", "PATCH", "LOCK"].contains { isRepeatable($0) })
        #expect(isRepeatable("POST", key: "k-1"))
        #expect(!isRepeatable("POST", key: ""))
        #expect(isRepeatable("POST", Search(isRepeatable: true)))
        #expect(!isRepeatable("GET", Search(isRepeatable: false)))
        #expect(!isRepeatable("GET", AnyBaseURLEndpoint(Search(isRepeatable: false))))

        var stream = URLRequest(url: URL(fileURLWithPath: "/"))
        stream.httpMethod = "PUT"
        stream.httpBodyStream = InputStream(data: Data("once".utf8))
        #expect(!EndpointNext { _ in throw CancellationError() }.isRepeatable(stream))
    }

    @Test("Pauses on a clock, refuses a pause beyond the deadline, and throws if cancelled")
    func pause() async throws {
        let clock = ManualClock()
        let next = EndpointNext(deadline: .now + .seconds(6000)) { _ in throw CancellationError() }
        let pause = Task { try await next.pause(for: .seconds(30), clock: clock) }
        _ = try await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        try await pause.value

        let refused = await #expect(throws: EndpointTransportError.self) {
            try await next.pause(for: .seconds(6001), clock: clock)
        }
        #expect(refused?.kind == .timedOut)
        let cancelled = Task { try await next.pause(for: .seconds(30), clock: clock) }
        cancelled.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await cancelled.value }
        #expect(error?.kind == .cancelled)
    }

    @Test("Limits a pause to ten years, and ends it when its call is cancelled")
    func endlessPause() async throws {
        let next = EndpointNext { _ in throw CancellationError() }
        let clock = ManualClock()
        let decade = Task { try await next.pause(for: .seconds(Int64.max), clock: clock) }
        _ = try await clock.waitForSleepers()
        clock.advance(by: .seconds(315_360_000))
        try await decade.value
        let pause = Task { try await next.pause(for: .seconds(Int64.max)) }
        pause.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await pause.value }
        #expect(error?.kind == .cancelled)
    }

    @Test("Sends nothing for middleware that continues although its call has timed out", .timeLimit(.minutes(1)))
    func tooLate() async throws {
        let sent = Collected<URLRequest>()
        let errors = Collected<any Error>()
        let slow = Looking { request, next in
            while !Task.isCancelled { await Task.yield() }
            do {
                _ = try await next(request)
            } catch {
                errors.append(error)
            }
        }
        let api = controller(slow, rules: EndpointRules(timeout: .milliseconds(20))) { request in
            sent.append(request)
            return "[]"
        }
        // On a busy machine, the time may be over before the middleware begins.
        repeat {
            let error = await #expect(throws: LoadError.self) { try await api.load(GetNumbers()) }
            #expect(error?.kind == .timedOut)
        } while errors.all.isEmpty
        #expect(errors.all.map { "\($0)" } == ["The request timed out."])
        #expect(sent.all.isEmpty)
    }

    /// A transport whose body arrives when a gate opens.
    private struct Gated: EndpointTransport {
        let gate: AsyncStream<Void>

        func send(
            _ outgoing: OutgoingRequest,
            context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let request = outgoing.urlRequest
            let channel = EndpointResponseChannel()
            Task {
                channel.send(EndpointResponseHead(url: request.url, statusCode: 200))
                for await _ in gate { break }
                channel.send(Data("[1]".utf8))
                channel.finish()
            }
            return try await channel.response()
        }
    }

    private struct Opening: EndpointMiddleware {
        let gate: AsyncStream<Void>.Continuation

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            let response = try await next(request)
            gate.yield()
            return response
        }
    }

    @Test("Hands the head of a response to middleware before the body arrives", .timeLimit(.minutes(1)))
    func headBeforeBody() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: Gated(gate: gate),
            middleware: [Opening(gate: open)], rules: EndpointRules(timeout: .seconds(40)))
        #expect(try await api.load(GetNumbers()) == [1])
    }

    @Test("Passes task-local values to middleware in every kind of call")
    func taskLocalValues() async throws {
        let seen = Collected<String>()
        let look = Looking { _, _ in seen.append(TraceID.current) }
        let api = controller(look) { _ in "[]" }
        try await TraceID.$current.withValue("async") { _ = try await api.load(GetNumbers()) }
        try await TraceID.$current.withValue("stream") { _ = try await api.stream(GetNumbers()) }
        try await TraceID.$current.withValue("upload") { _ = try await api.upload(GetNumbers()) { _ in } }
        // A sequence takes the values from the code that reads it.
        let pages = api.pages(of: GetNumbers())
        let elements = api.elements(of: GetNumbers().streamed(by: ElementParser<Int>.jsonLines))
        let events = api.serverSentEvents(of: GetNumbers())
        await TraceID.$current.withValue("pages") { await Self.read(pages) }
        await TraceID.$current.withValue("elements") { await Self.read(elements) }
        await TraceID.$current.withValue("events") { await Self.read(events) }
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await TraceID.$current.withValue("download") { _ = try await api.download(GetNumbers(), to: file) }
        await withCheckedContinuation { continuation in
            TraceID.$current.withValue("completion") {
                _ = api.load(GetNumbers()) { _ in continuation.resume() }
            }
        }
        let kinds = ["async", "stream", "upload", "pages", "elements", "events", "download", "completion"]
        #expect(seen.all == kinds)
    }

    /// Reads a sequence to its end or its first error: not every sequence accepts the content type of the response.
    private static func read(_ sequence: some AsyncSequence) async {
        do {
            for try await _ in sequence {}
        } catch {}
    }
}
