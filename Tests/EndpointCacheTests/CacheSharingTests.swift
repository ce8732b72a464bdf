import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CachingTransport, shared validations", .timeLimit(.minutes(1)))
struct CacheSharingTests {
    /// An origin whose validations wait until the test chooses their outcome.
    fileprivate final class Slow: Sendable {
        enum Answer { case notModified, changed, revised, failure, unavailable }

        let origin: CacheOrigin
        let cache: CachingTransport
        private let answers = Answers()

        init(patience: Duration = .seconds(315_360_000)) {
            origin = CacheOrigin { [answers] request throws(EndpointTransportError) in
                guard request.value(forHTTPHeaderField: "If-None-Match") != nil else {
                    return .made(200, ["Cache-Control": "no-cache", "ETag": "\"a\""], body: "old")
                }
                switch await answers.next() {
                case .notModified: return .made(304)
                case .changed: return .made(200, ["Cache-Control": "max-age=60"], chunks: ["new", "new"])
                case .revised:
                    return .made(200, ["Cache-Control": "no-cache", "ETag": "\"b\""], chunks: ["new", "new"])
                case .failure: throw .notResponding(URLError(.networkConnectionLost))
                case .unavailable: return .made(503)
                case nil: throw .cancelled
                }
            }
            cache = frozenCache(origin, patience: patience)
        }

        func answer(_ answer: Answer) { answers.add(answer) }

        /// Starts a call, and waits until it has sent its request or waits for another call.
        func start(_ fields: [String: String] = [:]) async throws -> Task<Loaded, any Error> {
            let before = origin.count + waiterCount
            let task = Task { [cache] in try await cache.load(get("a", fields)) }
            try await waitWhile(origin.count + waiterCount == before)
            return task
        }

        var waiterCount: Int { cache.waiterCount }
    }

    @Test("Sends one request for a hundred calls that find a stale response")
    func oneRequest() async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        var calls: [Task<Loaded, any Error>] = []
        for _ in 0..<100 { calls.append(try await slow.start()) }
        #expect(slow.waiterCount == 99)
        slow.answer(.notModified)
        for call in calls { #expect(try await call.value.body == "old") }
        #expect(slow.origin.count == 2)
    }

    @Test(
        "Answers waiting calls from the new response when it is complete",
        arguments: [Slow.Answer.changed, .revised])
    fileprivate func changed(answer: Slow.Answer) async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        var calls: [Task<Loaded, any Error>] = []
        for _ in 0..<10 { calls.append(try await slow.start()) }
        for _ in calls { slow.answer(answer) }
        for call in calls { #expect(try await call.value.body == "newnew") }
        #expect(slow.origin.count == 2)
    }

    @Test("Lets a waiting call send its own request if the first caller does not read the response")
    func unread() async throws {
        let slow = Slow(patience: .milliseconds(20))
        try await slow.cache.load(get())
        let first = Task { [cache = slow.cache] in try await cache.send(get()) }
        try await waitWhile(slow.origin.count < 2)
        let second = try await slow.start()
        slow.answer(.changed)
        let unread = try await first.value
        slow.answer(.notModified)
        #expect(try await second.value.body == "old")
        #expect(unread.statusCode == 200)
        #expect(slow.origin.count == 3)
    }

    @Test("Cancels a waiting call without affecting the others")
    func cancelsOne() async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        var calls: [Task<Loaded, any Error>] = []
        for _ in 0..<3 { calls.append(try await slow.start()) }
        calls[1].cancel()
        await expectError(calls[1], "cancelled")
        slow.answer(.notModified)
        #expect(try await calls[0].value.body == "old")
        #expect(try await calls[2].value.body == "old")
        #expect(slow.origin.count == 2)
    }

    @Test("Lets a waiting call validate if the first call fails or is cancelled", arguments: [true, false])
    func firstFails(isCancelled: Bool) async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        var calls: [Task<Loaded, any Error>] = []
        for _ in 0..<5 { calls.append(try await slow.start()) }
        if isCancelled { calls[0].cancel() } else { slow.answer(.failure) }
        await expectError(calls[0], isCancelled ? "cancelled" : "did not respond")
        try await waitWhile(slow.origin.count < 3 || slow.waiterCount < 3)
        // The request of the cancelled call may still be ending, and take an answer.
        for _ in 0..<2 { slow.answer(.notModified) }
        for call in calls.dropFirst() { #expect(try await call.value.body == "old") }
        #expect(slow.origin.count == 3)
    }

    @Test("Lets one waiting call validate after a 503, while the others wait again")
    func unavailable() async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        var calls: [Task<Loaded, any Error>] = []
        for _ in 0..<100 { calls.append(try await slow.start()) }
        slow.answer(.unavailable)
        #expect(try await calls[0].value.status == 503)
        try await waitWhile(slow.origin.count + slow.waiterCount < 101)
        #expect(slow.origin.count == 3)
        for _ in 0..<99 { slow.answer(.notModified) }
        for call in calls.dropFirst() { #expect(try await call.value.body == "old") }
    }

    @Test("Sends the requests of all waiting calls at once after two failures", .timeLimit(.minutes(1)))
    func failures() async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        var calls: [Task<Loaded, any Error>] = []
        for _ in 0..<100 { calls.append(try await slow.start()) }
        slow.answer(.failure)
        try await waitWhile(slow.origin.count < 3 || slow.waiterCount < 98)
        slow.answer(.failure)
        try await waitWhile(slow.origin.count < 101)
        for _ in 0..<98 { slow.answer(.notModified) }
        var bodies: [String?] = []
        for call in calls { bodies.append(try? await call.value.body) }
        #expect(bodies.count { $0 == "old" } == 98)
        #expect(slow.origin.count == 101)
    }

    @Test("Answers later calls while the server does not respond to a validation", .timeLimit(.minutes(1)))
    func hung() async throws {
        let gate = Gate()
        let origin = holding([2: gate])
        let cache = frozenCache(origin, patience: .zero)
        try await cache.load(get())
        async let first = cache.load(get())
        try await waitWhile(origin.count < 2)
        for _ in 0..<3 { #expect(try await cache.load(get()).body == "old") }
        gate.open()
        #expect(try await first.body == "old")
        #expect(origin.count == 5)
    }

    @Test("Uses a slow validation if it ends before the request of the waiting call", .timeLimit(.minutes(1)))
    func slowValidation() async throws {
        let gates = [Gate(), Gate()]
        let origin = holding([2: gates[0], 3: gates[1]])
        let cache = frozenCache(origin, patience: .zero)
        try await cache.load(get())
        async let first = cache.load(get())
        try await waitWhile(origin.count < 2)
        async let second = cache.load(get())
        try await waitWhile(origin.count < 3)
        gates[0].open()
        #expect(try await first.body == "old")
        #expect(try await second.body == "old")
        gates[1].open()
    }

    /// An origin that holds up the requests with certain numbers.
    private func holding(_ gates: [Int: Gate]) -> CacheOrigin {
        let count = Locked(0)
        return CacheOrigin { request throws(EndpointTransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            try await gates[number]?.pass()
            if request.value(forHTTPHeaderField: "If-None-Match") != nil { return .made(304) }
            return .made(200, ["ETag": "\"a\""], body: "old")
        }
    }

    @Test(
        "Serves a waiting call the stale response of the first call, if stale-if-error allows it for both",
        arguments: [true, false])
    func staleIfError(isAllowedByServer: Bool) async throws {
        let clock = ManualClock()
        let isDown = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.value(forHTTPHeaderField: "If-None-Match") != nil {
                try await isDown.pass()
                return .made(503)
            }
            let permission = isAllowedByServer ? ", stale-if-error=60" : ""
            return .made(200, ["Cache-Control": "max-age=1\(permission)", "ETag": "\"a\""], body: "old")
        }
        let cache = CachingTransport(origin) { clock.date }
        try await cache.load(get())
        clock.advance(by: .seconds(2))
        async let first = cache.load(get("a", ["Cache-Control": "stale-if-error=60"]))
        try await waitWhile(origin.count < 2)
        async let second = cache.load(get())
        try await waitWhile(cache.waiterCount == 0)
        isDown.open()
        #expect(try await first.body == "old")
        #expect(try await second.status == (isAllowedByServer ? 200 : 503))
    }

    @Test("Ends the wait of a call at its deadline", arguments: [Duration.milliseconds(20), .seconds(-1)])
    func deadline(timeout: Duration) async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        let first = try await slow.start()
        let context = EndpointTransportContext(deadline: .now + timeout)
        let error = await #expect(throws: EndpointTransportError.self) {
            try await slow.cache.send(get(), context: context)
        }
        #expect("\(String(describing: error))".contains("timed out"))
        slow.answer(.notModified)
        #expect(try await first.value.body == "old")
        // After half of its time, the waiting call sends its own request.
        #expect(slow.origin.count <= (timeout < .zero ? 2 : 3))
    }

    @Test(
        "Does not share a validation with another user, HEAD, or a request that demands its own",
        .timeLimit(.minutes(1)))
    func ownRequest() async throws {
        let slow = Slow()
        let user = ["Authorization": "Bearer ada"]
        try await slow.cache.load(get())
        try await slow.cache.load(get("a", user))
        let calls = [
            try await slow.start(), try await slow.start(["Cache-Control": "no-cache"]),
            try await slow.start(["Cache-Control": "max-age=0"]),
            try await slow.start(user),
        ]
        #expect(slow.origin.count == 6)
        #expect(try await slow.cache.load(get(method: "HEAD")).status == 200)
        for _ in calls { slow.answer(.notModified) }
        for call in calls { #expect(try await call.value.body == "old") }
    }

    @Test("Does not use the validation of a response that was invalidated meanwhile")
    func invalidated() async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        let first = try await slow.start()
        let second = try await slow.start()
        try await slow.cache.load(get(method: "DELETE"))
        slow.answer(.notModified)
        for call in [first, second] { #expect(try await call.value.body == "old") }
        slow.answer(.notModified)
        try await slow.cache.load(get())
        // The first load, its validation, the DELETE, a load without conditions, the validation of the last load.
        let conditions = slow.origin.requests.map { $0.value(forHTTPHeaderField: "If-None-Match") }
        #expect(conditions == [nil, "\"a\"", nil, nil, "\"a\""])
    }

    @Test("Does not answer a waiting call with a response that varies by a field with another value")
    func newVary() async throws {
        let isSlow = Gate()
        let origin = CacheOrigin { request throws(EndpointTransportError) in
            if request.value(forHTTPHeaderField: "If-None-Match") != nil { try await isSlow.pass() }
            guard let accept = request.value(forHTTPHeaderField: "Accept") else {
                return .made(200, ["Cache-Control": "no-cache", "ETag": "\"a\""])
            }
            return .made(200, ["Cache-Control": "max-age=60", "Vary": "Accept"], body: accept)
        }
        let cache = frozenCache(origin)
        try await cache.load(get())
        async let first = cache.load(get("a", ["Accept": "text/html"]))
        try await waitWhile(origin.count < 2)
        async let second = cache.load(get("a", ["Accept": "text/csv"]))
        try await waitWhile(cache.waiterCount == 0)
        isSlow.open()
        #expect(try await first.body == "text/html")
        #expect(try await second.body == "text/csv")
    }

    @Test("Does not store the responses of calls that began before removeAll")
    func removed() async throws {
        let slow = Slow()
        try await slow.cache.load(get())
        let calls = [try await slow.start(), try await slow.start()]
        slow.cache.removeAll()
        for _ in calls { slow.answer(.notModified) }
        for call in calls { #expect(try await call.value.body == "old") }
        #expect(slow.origin.count == 4)
        #expect(slow.cache.size == 0)
    }

    private func expectError(_ task: Task<Loaded, any Error>, _ text: String) async {
        do {
            Issue.record("returned \(try await task.value)")
        } catch {
            #expect("\(error)".contains(text))
        }
    }
}

extension CachingTransport {
    /// The number of calls that wait for the validation of another call.
    fileprivate var waiterCount: Int { validation(for: get())?.waiterCount ?? 0 }
}

/// The answers of an origin, in the order of the requests.
private final class Answers: Sendable {
    typealias Answer = CacheSharingTests.Slow.Answer

    private struct State {
        var answers: [Answer] = []
        var waiters: [(id: Int, continuation: CheckedContinuation<Answer?, Never>)] = []
        var lastID = 0
    }

    private let state = Locked(State())

    func add(_ answer: Answer) {
        let waiter = state.withLock { state in
            if state.waiters.isEmpty {
                state.answers.append(answer)
                return CheckedContinuation<Answer?, Never>?.none
            }
            return state.waiters.removeFirst().continuation
        }
        waiter?.resume(returning: answer)
    }

    /// Waits for an answer; nil when the task is cancelled.
    func next() async -> Answer? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, answer) = state.withLock { state -> (Bool, Answer?) in
                    if Task.isCancelled { return (true, nil) }
                    if !state.answers.isEmpty { return (true, state.answers.removeFirst()) }
                    state.waiters.append((id, continuation))
                    return (false, nil)
                }
                if isOver { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
            }
            waiter?.resume(returning: nil)
        }
    }
}
