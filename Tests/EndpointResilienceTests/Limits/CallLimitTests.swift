import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointResilience

@Suite("CallLimit", .timeLimit(.minutes(2)))
struct CallLimitTests {
    private static let isWhole = ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all"

    @Test("Never has more than 8 of 1,000 calls at the server, and completes all that are not cancelled or too late")
    func invariants() {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        for seed in UInt64(1)...(Self.isWhole ? 100 : 3) {
            let run = CallLimitRun(seed: seed)
            run.run(calls: 1_000)
            #expect(run.mostAtServer == 8, "seed \(seed)")
            #expect(run.leftovers == [0, 0, 0], "seed \(seed)")
            // First come, first served.
            #expect(run.arrivals == run.arrivals.sorted(), "seed \(seed)")
            var counts: [CallLimitRun.Fate: Int] = [:]
            for call in run.calls {
                switch call.fate {
                case .answered: #expect(call.outcome == "200", "seed \(seed)")
                case .timedOut: #expect(call.outcome == "The request timed out.", "seed \(seed)")
                case .cancelled: #expect(call.outcome != nil, "seed \(seed)")
                }
                counts[call.fate, default: 0] += 1
            }
            // Each fate has to occur often; otherwise, the run would prove little.
            #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 200 }, "\(counts)")
        }
    }

    /// A controller with a limit, whose server answers with "done" when a test opens its gate.
    private func api(
        _ limit: CallLimit,
        _ others: any EndpointMiddleware...
    ) -> (Controller, Barrier, Collected<String>) {
        let (gate, arrived) = (Barrier(), Collected<String>())
        let transport = Answering { request in
            arrived.append(request.url?.host() ?? "")
            await gate.pass()
            return answer(to: request, chunks: ["done"])
        }
        return (Controller(baseURL: baseURL, transport: transport, middleware: [limit] + others), gate, arrived)
    }

    private let text = RESTEndpoint<String>(.get, path: "text")

    @Test("Counts the calls that run and that wait", arguments: [1, 2, 0, -1])
    func counts(_ count: Int) async throws {
        let limit = CallLimit(count)
        let (api, gate, arrived) = api(limit)
        try await withThrowingTaskGroup { group in
            for _ in 0..<5 { group.addTask { try await api.load(text) } }
            try await waitWhile(limit.waitingCount < 5 - max(count, 1))
            #expect(limit.runningCount == max(count, 1) && limit.count == max(count, 1))
            #expect(arrived.all.count <= max(count, 1))
            gate.open()
            for try await text in group { #expect(text == "done") }
        }
        #expect(limit.runningCount == 0 && limit.waitingCount == 0)
    }

    @Test("Limits the calls to each origin separately")
    func origins() async throws {
        let limit = CallLimit(1, for: .origin)
        let (api, gate, arrived) = api(limit)
        let urls = ["https://a.example/x", "https://a.example:443/y", "https://b.example/", "http://a.example/"]
        try await withThrowingTaskGroup { group in
            for url in urls { group.addTask { _ = try await api.stream(Given(url: url)) } }
            try await gate.waitForArrivals(3)
            try await waitWhile(limit.waitingCount < 1)
            #expect(limit.runningCount == 3)
            #expect(arrived.all.sorted() == ["a.example", "a.example", "b.example"])
            gate.open()
            try await group.waitForAll()
        }
        #expect(limit.runningCount == 0 && limit.waitingCount == 0)
    }

    @Test("Ends a call that waits at its deadline", arguments: [true, false])
    func deadline(isLoad: Bool) async throws {
        let limit = CallLimit(1)
        let (api, gate, arrived) = api(limit)
        async let first = api.load(text)
        try await gate.waitForArrivals()
        let late = RESTEndpoint<Data>(.get, path: "late", rules: EndpointRules(timeout: .milliseconds(50)))
        let error = await #expect(throws: LoadError.self) {
            if isLoad { _ = try await api.load(late) } else { _ = try await api.stream(late) }
        }
        #expect(error?.kind == .timedOut)
        #expect(limit.waitingCount == 0)
        gate.open()
        #expect(try await first == "done")
        #expect(arrived.all.count == 1)
    }

    @Test("Gives a call that has waited its whole idle timeout")
    func idleTimeout() async throws {
        var answers: [String?] = []
        for factor in timeFactors where answers != ["done", "done"] {
            let transport = Answering { request in
                try await Task.sleep(for: .milliseconds(120) * factor)
                return answer(to: request, chunks: ["done"])
            }
            let api = Controller(baseURL: baseURL, transport: transport, middleware: [CallLimit(1)])
            let rules = EndpointRules(timeout: .milliseconds(200) * factor)
            let text = RESTEndpoint<String>(.get, path: "text", rules: rules)
            async let first = api.upload(text)
            async let second = api.upload(text)
            answers = await [try? first, try? second]
        }
        #expect(answers == ["done", "done"])
    }

    @Test("Counts a stream until its body has been read, has failed or is released")
    func bodies() async throws {
        let limit = CallLimit(1)
        let transport = Answering { request in
            let isBroken = request.url?.lastPathComponent == "broken"
            return answer(to: request, chunks: ["a", "b"], end: isBroken ? .truncated(URLError(.unknown)) : nil)
        }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [limit])
        var iterator = try await api.stream(text).body.makeAsyncIterator()
        for count in [1, 1, 0] {
            _ = try await iterator.next()
            #expect(limit.runningCount == count)
        }
        let broken = try await api.stream(RESTEndpoint<Data>(.get, path: "broken"))
        #expect(limit.runningCount == 1)
        let error = await #expect(throws: LoadError.self) { for try await _ in broken.body {} }
        #expect(error?.kind == .truncatedResponse)
        #expect(limit.runningCount == 0)
        do {
            let unread = try await api.stream(text)
            #expect(limit.runningCount == 1)
            withExtendedLifetime(unread) {}
        }
        #expect(limit.runningCount == 0)
    }

    /// A middleware that loads another endpoint with the controller of the call, before the call itself.
    private struct Asking: EndpointMiddleware {
        let api = Reference<Controller>()

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            if request.url?.lastPathComponent == "text" {
                _ = try await api.value().load(RESTEndpoint<String>(.get, path: "csrf"))
            }
            return try await next(request)
        }
    }

    @Test("Counts a call that is made within a call together with that call, in each of two limits")
    func nested() async throws {
        let (limit, asking) = (CallLimit(1), Asking())
        let (api, gate, arrived) = api(limit, CallLimit(1, for: .origin), asking)
        asking.api.set(api)
        gate.open()
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await api.load(text) } }
            for try await text in group { #expect(text == "done") }
        }
        #expect(arrived.all.count == 20)
        #expect(limit.runningCount == 0 && limit.waitingCount == 0)
    }

    /// A task that makes a call when a barrier opens.
    private func lateCall(after go: Barrier, _ holder: Reference<Controller>) -> Task<String, any Error> {
        Task {
            await go.pass()
            return try await holder.value().load(RESTEndpoint<String>(.get, path: "left"))
        }
    }

    /// Expects that the call of a task waits for an open stream.
    private func expectWait(
        of task: Task<String, any Error>,
        after go: Barrier,
        _ api: Controller,
        _ limit: CallLimit
    ) async throws {
        do {
            let open = try await api.stream(text)
            go.open()
            try await waitWhile(limit.waitingCount < 1)
            withExtendedLifetime(open) {}
        }
        #expect(try await task.outcome == "done")
    }

    @Test("Makes a call wait if the call in which its task was started is over")
    func stragglers() async throws {
        let limit = CallLimit(1)
        let (go, left, holder) = (Barrier(), Collected<Task<String, any Error>>(), Reference<Controller>())
        let leaving = Looking { request, _ in
            guard request.url?.lastPathComponent == "first" else { return }
            left.append(lateCall(after: go, holder))
        }
        let (api, gate, _) = api(limit, leaving)
        holder.set(api)
        gate.open()
        _ = try await api.load(RESTEndpoint<String>(.get, path: "first"))
        try await expectWait(of: left.all[0], after: go, api, limit)
    }

    @Test("Makes a call wait whose task a renewal started, but that begins after the renewal")
    func stragglersOfRenewal() async throws {
        let limit = CallLimit(1)
        let (go, left, holder) = (Barrier(), Collected<Task<String, any Error>>(), Reference<Controller>())
        let token = RenewedToken(AccessToken("1", expiresAt: .distantPast)) { _ in
            left.append(lateCall(after: go, holder))
            return AccessToken("2")
        }
        let (api, gate, _) = api(limit, token)
        holder.set(api)
        gate.open()
        _ = try await api.load(text)
        try await expectWait(of: left.all[0], after: go, api, limit)
    }

    @Test("Does not make a renewal wait for the calls that wait for it", arguments: [true, false])
    func renewal(isFirst: Bool) async throws {
        let (limit, holder) = (CallLimit(1), Reference<Controller>())
        let token = RenewedToken(AccessToken("1")) { _ in
            AccessToken(try await holder.value().load(RESTEndpoint<String>(.post, path: "token")))
        }
        let transport = Answering { request in
            if request.url?.lastPathComponent == "token" { return answer(to: request, chunks: ["2"]) }
            let isValid = request.value(forHTTPHeaderField: "Authorization") == "Bearer 2"
            return answer(to: request, isValid ? 200 : 401, chunks: ["done"])
        }
        let middleware: [any EndpointMiddleware] = isFirst ? [limit, token] : [token, limit]
        let api = Controller(baseURL: baseURL, transport: transport, middleware: middleware)
        holder.set(api)
        #expect(try await api.load(text) == "done")
        #expect(limit.runningCount == 0)
    }
}
