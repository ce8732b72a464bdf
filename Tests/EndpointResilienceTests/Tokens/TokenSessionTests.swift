import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointResilience

@Suite("RenewedToken, sessions", .timeLimit(.minutes(2)))
struct TokenSessionTests {
    @Test("Returns the 401 if the user has logged in or out meanwhile", arguments: [nil, "7"])
    func changedSession(_ other: String?) async throws {
        let server = TokenServer(accepting: "7")
        let token = RenewedToken(AccessToken("1")) { server.renew($0) }
        let gate = Barrier()
        let next = server.next(holdingRefusalsAt: gate)
        let call = Task { try await token.intercept(request(), next: next).statusCode }
        try await gate.waitForArrivals()
        token.value = other.map { AccessToken($0) }
        gate.open()
        #expect(try await call.outcome == 401)
        #expect(server.authorizations == ["Bearer 1"])
        #expect(server.renewals == 0)
    }

    @Test(
        "Discards a renewal that ends after a log-in or log-out, and wakes waiting calls", arguments: [nil, "7"])
    func lateRenewal(_ other: String?) async throws {
        let server = TokenServer(accepting: "7")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1")) { _ in
            // Ignores its cancellation.
            await gate.pass()
            return AccessToken("late")
        }
        let api = server.controller(token)
        let calls = (0..<20).map { _ in Task { await api.statusCode() } }
        try await token.waitForWaiters(20)
        token.value = other.map { AccessToken($0) }
        for call in calls { #expect(try await call.outcome == 401) }
        let renewal = try #require(token.state.withLock(\.renewal))
        gate.open()
        try await renewal.wait(session: renewal.use.session + 1)
        #expect(token.value?.value == other)
        #expect(server.authorizations == Array(repeating: "Bearer 1", count: 20))
    }

    @Test("Ignores a renewal whose session ends just before the call waits for it")
    func changeBeforeWait() async throws {
        let token = RenewedToken(AccessToken("1")) { $0 }
        let use = try #require(token.state.withLock(\.use))
        guard case .start(let renewal) = token.state.withLock({ $0.step(after: use, now: Date()) }) else {
            throw Complaint("The call does not start a renewal.")
        }
        token.value = nil
        // The renewal is still running, but the call does not wait.
        try await token.wait(for: renewal, use)
        renewal.end(CancellationError())
        try await token.wait(for: renewal, use)
        #expect(try await token.newer(than: use) == nil)
    }

    @Test("Throws a CancellationError if the call is cancelled and the session ends while the call waits")
    func cancelledCallOfEndedSession() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let gate = Barrier()
        let executor = SteppedExecutor()
        let token = RenewedToken(AccessToken("1"), startTask: { executor.start($0) }) { old in
            await gate.pass()
            return old
        }
        let next = EndpointNext(baseURL: baseURL) { answer(to: $0, 401) }
        let call = executor.start {
            _ = await #expect(throws: CancellationError.self) { try await token.intercept(request(), next: next) }
        }
        executor.run()
        call.cancel()
        token.value = nil
        executor.run()
        await call.value
        gate.open()
        executor.run()
    }

    @Test("Returns the 401 if the session ends in the renewal, and the call is cancelled just after that")
    func cancelledCallAfterSession() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let gate = Barrier()
        let executor = SteppedExecutor()
        let token = RenewedToken(AccessToken("1"), startTask: { executor.start($0) }) { _ in
            await gate.pass()
            throw SessionEnded()
        }
        let next = EndpointNext(baseURL: baseURL) { answer(to: $0, 401) }
        let call = executor.start { try? await token.intercept(request(), next: next).statusCode }
        executor.run()
        gate.open()
        // The executor first ends the renewal, then cancels the call, and then resumes the call.
        _ = executor.start { call.cancel() }
        executor.run()
        #expect(await call.value == 401)
    }

    @Test(
        "Cancels the tasks of a renewal that ends just after it starts, or whose session ends then",
        arguments: [true, false])
    func endBeforeTasks(isOver: Bool) throws {
        let token = RenewedToken(AccessToken("1")) { $0 }
        let renewal = TokenRenewal(of: try #require(token.state.withLock(\.use)))
        let (work, timer) = (Task {}, Task {})
        if isOver { renewal.end(nil) } else { renewal.abandon() }
        renewal.keep(work: work, timer: timer)
        #expect(work.isCancelled)
        #expect(timer.isCancelled == isOver)
    }

    @Test("Cancels the renewal of a session that has ended")
    func cancelledRenewal() async throws {
        let server = TokenServer(accepting: "7")
        let cancelled = Barrier()
        let token = RenewedToken(AccessToken("1"), clock: ManualClock()) { old in
            do {
                // The test does not advance this clock, so only cancellation ends the sleep.
                try await ManualClock().sleep(for: .seconds(1))
            } catch {
                await cancelled.pass()
            }
            return old
        }
        cancelled.open()
        let call = Task { await server.controller(token).statusCode() }
        try await token.waitForWaiters(1)
        token.value = nil
        try await cancelled.waitForArrivals()
        #expect(try await call.outcome == 401)
    }

    @Test("Renews for the next session only when the renewal of the previous session has ended")
    func oneAtATime() async throws {
        let server = TokenServer(accepting: "8")
        let gate = Barrier()
        let running = Collected<Int>()
        let token = RenewedToken(AccessToken("1")) { old in
            running.append(1)
            if old.value == "1" {
                await gate.pass()
                throw EndpointTransportError.timedOut
            }
            return server.renew(old)
        }
        let api = server.controller(token)
        let first = Task { await api.statusCode() }
        try await token.waitForWaiters(1)
        token.value = AccessToken("7")
        #expect(try await first.outcome == 401)
        let second = Task { await api.statusCode() }
        try await token.waitForWaiters(1)
        #expect(running.all.count == 1)
        gate.open()
        // The second call does not throw the failure of the first renewal.
        #expect(try await second.outcome == 200)
        #expect(running.all.count == 2)
    }

    @Test("Renews for the next session when a renewal that ignores its cancellation reaches its timeout")
    func hangingRenewal() async throws {
        let (server, clock, gate) = (TokenServer(accepting: "8"), ManualClock(), Barrier())
        let token = RenewedToken(AccessToken("1"), timeout: .seconds(5), clock: clock) { old in
            if old.value == "1" { await gate.pass() }
            return server.renew(old)
        }
        let api = server.controller(token)
        let first = Task { await api.statusCode() }
        try await gate.waitForArrivals()
        try await clock.waitForSleepers()
        token.value = AccessToken("7")
        #expect(try await first.outcome == 401)
        let calls = (0..<20).map { _ in Task { await api.statusCode() } }
        try await token.waitForWaiters(20)
        try #require(clock.sleeperCount == 1)
        clock.advance(by: .seconds(5))
        for call in calls { #expect(try await call.outcome == 200) }
        #expect(server.renewals == 1)
        gate.open()
    }

    @Test("Sends a call with its original token if the user logs in before it is sent")
    func logInAhead() async throws {
        let clock = ManualClock()
        let server = TokenServer(accepting: "7")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1", expiresAt: clock.date), now: { clock.date }) { old in
            await gate.pass()
            return server.renew(old)
        }
        let call = Task { await server.controller(token).statusCode() }
        try await token.waitForWaiters(1)
        token.value = AccessToken("7")
        #expect(try await call.outcome == 401)
        #expect(server.authorizations == ["Bearer 1"])
        gate.open()
    }

    @Test("Keeps a call in its session through the attempts of a retrier", arguments: ["1", nil])
    func retriedCall(_ first: String?) async throws {
        let sent = Collected<String?>()
        let token = RenewedToken(first.map { AccessToken($0) }) { $0 }
        let transport = Answering { request in
            sent.append(request.value(forHTTPHeaderField: "Authorization"))
            // Another user logs in before the next attempt.
            token.value = AccessToken("7")
            return answer(to: request, sent.all.count == 1 ? 503 : 200)
        }
        let api = Controller(
            baseURL: baseURL, transport: transport, middleware: [RequestRetrier(clock: InstantClock()), token])
        #expect(await api.statusCode() == 200)
        #expect(sent.all == Array(repeating: first.map { "Bearer \($0)" }, count: 2))
        #expect(await api.statusCode() == 200)
        #expect(sent.all.last == "Bearer 7")
    }

    @Test("Uses a renewed token in the attempts of a retrier")
    func retriedCallInSession() async throws {
        let sent = Collected<String?>()
        let token = RenewedToken(AccessToken("1")) { _ in AccessToken("2") }
        let transport = Answering { request in
            sent.append(request.value(forHTTPHeaderField: "Authorization"))
            return answer(to: request, [401, 503, 200][sent.all.count - 1])
        }
        let api = Controller(
            baseURL: baseURL, transport: transport, middleware: [RequestRetrier(clock: InstantClock()), token])
        #expect(await api.statusCode() == 200)
        #expect(sent.all == ["Bearer 1", "Bearer 2", "Bearer 2"])
    }

    @Test("Does not begin a new session when the same token is set")
    func sameToken() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1")) { old in
            await gate.pass()
            return server.renew(old)
        }
        let call = Task { await server.controller(token).statusCode() }
        try await token.waitForWaiters(1)
        token.value = AccessToken("1")
        gate.open()
        #expect(try await call.outcome == 200)
    }

    @Test("Reports the current token and each new token, including nil")
    func changes() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { old in
            if old.value == "2" { throw SessionEnded() }
            return server.renew(old)
        }
        var first = token.changes.makeAsyncIterator()
        #expect(await first.next() == AccessToken("1"))
        let api = server.controller(token)
        #expect(await api.statusCode() == 200)
        #expect(await first.next() == AccessToken("2"))
        var second = token.changes.makeAsyncIterator()
        #expect(await second.next() == AccessToken("2"))
        server.accept("none")
        #expect(await api.statusCode() == 401)
        #expect(await first.next() == .some(nil))
        #expect(await second.next() == .some(nil))
        token.value = AccessToken("7")
        token.value = AccessToken("8")
        // Only the newest of several unread tokens arrives.
        #expect(await first.next() == AccessToken("8"))
    }

    @Test("Ends the changes when the object is released")
    func endOfChanges() async {
        var token: RenewedToken? = RenewedToken(nil) { $0 }
        let changes = token?.changes
        token = nil
        var count = 0
        if let changes { for await _ in changes { count += 1 } }
        #expect(count == 1)
    }
}
