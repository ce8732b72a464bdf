import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointResilience

@Suite("RenewedToken, failed renewals", .timeLimit(.minutes(2)))
struct TokenFailureTests {
    private let clock = ManualClock()

    // MARK: - Outcomes of a renewal

    @Test("Removes the token when the session ends, and gives each waiting call its own 401")
    func sessionEnded() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1")) { _ in
            await gate.pass()
            throw SessionEnded()
        }
        let api = server.controller(token)
        let calls = (0..<20).map { number in
            Task { () -> String? in
                do throws(LoadError) {
                    return try await api.load(RESTEndpoint<String>(.get, path: "\(number)"))
                } catch {
                    return error.response?.statusCode == 401
                        ? error.response.map { String(decoding: $0.body, as: UTF8.self) } : nil
                }
            }
        }
        try await token.waitForWaiters(20)
        gate.open()
        for (number, call) in calls.enumerated() { #expect(try await call.outcome == "\(number)") }
        #expect(token.value == nil)
        #expect(await api.statusCode() == 401)
        #expect(server.authorizations.last == .some(nil))
    }

    @Test("Sends a call with its original token if the session ends before it is sent")
    func sessionEndedAhead() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1", expiresAt: clock.date), now: { clock.date }) { _ in
            throw SessionEnded()
        }
        #expect(await server.controller(token).statusCode() == 401)
        #expect(server.authorizations == ["Bearer 1"])
    }

    @Test("Explains the 401 of each call whose session a renewal has ended, also in the event")
    func reason() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { _ in throw SessionEnded(reason: "The token was revoked.") }
        let api = server.controller(token)
        var events = api.events.makeAsyncIterator()
        let late = Barrier()
        let next = EndpointNext(baseURL: baseURL) { request in
            await late.pass()
            return answer(to: request, 401)
        }
        async let lateResponse = token.intercept(request(), next: next)
        try await late.waitForArrivals()
        let error = await #expect(throws: LoadError.self) { try await api.load(users) }
        let text = "The session has ended. The token was revoked. Log in again."
        #expect(error?.response?.explanation?.localizedDescription == text)
        #expect(error?.description.hasSuffix(" (\(text))") == true)
        #expect(await events.next()?.error.localizedDescription.hasSuffix(" (\(text))") == true)
        // The server refuses this call's token after the session has ended.
        late.open()
        #expect(try await lateResponse.statusCode == 401)
        #expect(next.explanation as? SessionEnded == SessionEnded(reason: "The token was revoked."))
        // Without a token, or after a log-out, there is nothing to explain.
        let plain = await #expect(throws: LoadError.self) { try await api.load(users) }
        #expect(plain?.response?.statusCode == 401 && plain?.response?.explanation == nil)
        token.value = AccessToken("1")
        let other = RenewedToken(AccessToken("1")) { _ in AccessToken("3") }
        let refused = await #expect(throws: LoadError.self) { try await server.controller(other).load(users) }
        #expect(refused?.response?.statusCode == 401 && refused?.response?.explanation == nil)
    }

    @Test("Keeps the token after another error, which all waiting calls throw")
    func otherError() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let failures = Collected<Int>()
        let token = RenewedToken(AccessToken("1")) { old in
            if !failures.all.isEmpty { return server.renew(old) }
            await gate.pass()
            failures.append(1)
            throw EndpointTransportError.unreachable(URLError(.notConnectedToInternet))
        }
        let api = server.controller(token)
        let calls = (0..<20).map { _ in Task { await #expect(throws: LoadError.self) { try await api.load(users) } } }
        try await token.waitForWaiters(20)
        gate.open()
        for call in calls {
            #expect(try await call.outcome?.kind == .serverUnreachable)
        }
        #expect(token.value == AccessToken("1"))
        // The next call tries again.
        #expect(await api.statusCode() == 200)
        #expect(failures.all.count == 1)
    }

    @Test("Runs one renewal for the calls that were on their way when it failed at once, for a second")
    func failureAtOnce() async throws {
        let server = TokenServer(accepting: "2")
        let attempts = Collected<Int>()
        let token = RenewedToken(AccessToken("1"), now: { clock.date }) { _ in
            attempts.append(1)
            throw URLError(.notConnectedToInternet)
        }
        let (gate, late) = (Barrier(), Barrier())
        func call(_ gate: Barrier) -> Task<EndpointStreamedResponse, any Error> {
            Task { try await token.intercept(request(), next: server.next(holdingRefusalsAt: gate)) }
        }
        let calls = (0..<100).map { _ in call(gate) }
        let lateCall = call(late)
        try await gate.waitForArrivals(100)
        try await late.waitForArrivals()
        gate.open()
        for call in calls { await #expect(throws: URLError.self) { try await call.outcome } }
        #expect(attempts.all.count == 1)
        clock.advance(by: .seconds(1))
        late.open()
        await #expect(throws: URLError.self) { try await lateCall.outcome }
        #expect(attempts.all.count == 2)
        // A call that begins after a failure renews again at once.
        await #expect(throws: URLError.self) { try await call(gate).outcome }
        #expect(attempts.all.count == 3)
    }

    @Test("Runs one renewal for the calls with a new token, one of which was accepted before the renewal failed")
    func failureAfterAcceptance() throws {
        let now = Date()
        var state = TokenState(AccessToken("1"), leeway: .zero, cooldown: .seconds(60))
        guard case .start(let renewal) = state.step(after: try #require(state.use), now: now) else {
            throw URLError(.unknown)
        }
        let isReplaced = state.end(renewal, with: .success(AccessToken("2")), now: now)
        #expect(isReplaced)
        let use = try #require(state.use)
        state.note(use, isRefused: false, now: now)
        guard case .start(let second) = state.step(after: use, now: now) else { throw URLError(.unknown) }
        _ = state.end(second, with: .failure(URLError(.notConnectedToInternet)), now: now)
        guard case .fail = state.step(after: use, now: now) else { throw URLError(.unknown) }
        // A call that begins after the failure starts another renewal.
        guard case .start = state.step(after: try #require(state.use), now: now) else { throw URLError(.unknown) }
    }

    @Test("Throws the error of the renewal's controller without its response")
    func authorityError() async throws {
        let server = TokenServer(accepting: "2")
        let authority = EndpointController<OAuthError>(
            baseURL: baseURL, transport: Answering { answer(to: $0, 500) })
        let token = RenewedToken(AccessToken("1", refreshToken: "r")) { old in
            try await authority.token(renewing: old, at: "token")
        }
        let error = await #expect(throws: LoadError.self) { try await server.controller(token).load(users) }
        #expect(error?.kind == .middlewareFailed)
        #expect(token.value?.value == "1")
    }

    @Test("Ends the session after invalid_grant with a description of any type", arguments: ["[]", "{}", "7"])
    func invalidGrant(description: String) async throws {
        let authority = EndpointController<OAuthError>(
            baseURL: baseURL,
            transport: Answering { request in
                let json = #"{"error":"invalid_grant","error_description":\#(description),"error_uri":false}"#
                return answer(to: request, 400, fields: ["Content-Type": "application/json"], chunks: [json])
            })
        await #expect(throws: SessionEnded.self) {
            try await authority.token(renewing: AccessToken("1", refreshToken: "r"), at: "token")
        }
    }

    @Test("Keeps the token and the refresh token if the authority sends empty ones")
    func emptyTokens() async throws {
        let server = TokenServer(accepting: "2")
        let answers = Collected<String>()
        let authority = EndpointController<OAuthError>(
            baseURL: baseURL,
            transport: Answering { request in
                answers.append(answers.all.isEmpty ? "" : "2")
                let json = #"{"access_token":"\#(answers.all.last ?? "")","refresh_token":""}"#
                return answer(to: request, fields: ["Content-Type": "application/json"], chunks: [json])
            })
        let token = RenewedToken(AccessToken("1", refreshToken: "r")) { old in
            try await authority.token(renewing: old, at: "token")
        }
        let api = server.controller(token)
        let error = await #expect(throws: LoadError.self) { try await api.load(users) }
        guard case .middlewareFailed(_, EndpointError<OAuthError>.parsing) = error else { throw try #require(error) }
        #expect(token.value == AccessToken("1", refreshToken: "r"))
        #expect(await api.statusCode() == 200)
        #expect(token.value == AccessToken("2", refreshToken: "r"))
    }

    @Test(
        "Keeps the token if the new one cannot be sent, and renews again for the next call",
        arguments: ["s3cret\n", "s3cret ", "Bearer s3cret", ""])
    func unsendableToken(_ value: String) async throws {
        let server = TokenServer(accepting: "2")
        let attempts = Collected<Int>()
        let token = RenewedToken(AccessToken("1")) { old in
            attempts.append(1)
            return attempts.all.count == 1 ? AccessToken(value) : server.renew(old)
        }
        let api = server.controller(token)
        let error = await #expect(throws: LoadError.self) { try await api.load(users) }
        guard case .invalidRequest(_, EndpointRequestError.invalidToken) = error else {
            throw try #require(error)
        }
        #expect(error?.description.contains("s3cret") == false)
        #expect(token.value == AccessToken("1"))
        #expect(await api.statusCode() == 200)
        #expect(token.value == AccessToken("2"))
    }

    @Test("Throws and keeps the token when the renewal throws a CancellationError")
    func cancelledRenewal() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1")) { _ in throw CancellationError() }
        let error = await #expect(throws: LoadError.self) { try await server.controller(token).load(users) }
        #expect(error?.kind == .cancelled)
        #expect(token.value == AccessToken("1"))
    }

    // MARK: - The renewal's own task and timeout

    @Test("Continues the renewal when all waiting calls are cancelled")
    func cancelledWaiters() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1")) { old in
            await gate.pass()
            try Task.checkCancellation()
            return server.renew(old)
        }
        let next = EndpointNext(baseURL: baseURL) { try await server.send($0) }
        let calls = (0..<20).map { _ in Task { try await token.intercept(request(), next: next) } }
        try await token.waitForWaiters(20)
        for call in calls { call.cancel() }
        for call in calls { await #expect(throws: CancellationError.self) { try await call.outcome } }
        var changes = token.changes.makeAsyncIterator()
        #expect(await changes.next() == AccessToken("1"))
        gate.open()
        #expect(await changes.next() == AccessToken("2"))
        #expect(await server.controller(token).statusCode() == 200)
        #expect(server.renewals == 1)
    }

    @Test("Ends a call that is cancelled before it waits for a renewal")
    func cancelledBeforeWait() async throws {
        let (refusal, renewal) = (Barrier(), Barrier())
        let token = RenewedToken(AccessToken("1")) { old in
            await renewal.pass()
            return old
        }
        let next = EndpointNext(baseURL: baseURL) { request in
            await refusal.pass()
            return answer(to: request, 401)
        }
        let call = Task { try await token.intercept(request(), next: next) }
        try await refusal.waitForArrivals()
        call.cancel()
        refusal.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        renewal.open()
    }

    @Test("Ends a hanging renewal at its timeout, and renews again for the next call")
    func timeout() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let attempts = Collected<Int>()
        let token = RenewedToken(AccessToken("1"), timeout: .seconds(5), clock: clock) { old in
            attempts.append(1)
            if attempts.all.count == 1 { await gate.pass() }
            return server.renew(old)
        }
        let api = server.controller(token)
        let calls = (0..<20).map { _ in Task { await #expect(throws: LoadError.self) { try await api.load(users) } } }
        try await token.waitForWaiters(20)
        #expect(try await clock.waitForSleepers() == [.seconds(5)])
        clock.advance(by: .seconds(5))
        for call in calls {
            #expect(try await call.outcome?.kind == .timedOut)
        }
        #expect(token.value == AccessToken("1"))
        #expect(await api.statusCode() == 200)
        gate.open()
    }

    @Test("Throws the timeout of a renewal, not its cancellation, to a call that was on its way")
    func timeoutAndCancellation() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let attempts = Collected<Int>()
        let token = RenewedToken(
            AccessToken("1"), timeout: .seconds(5), clock: clock, now: { Date(timeIntervalSince1970: 0) }
        ) { _ in
            attempts.append(1)
            try await ManualClock().sleep(for: .seconds(1))
            return AccessToken("2")
        }
        let late = Task { try await token.intercept(request(), next: server.next(holdingRefusalsAt: gate)) }
        try await gate.waitForArrivals()
        let call = Task {
            try await token.intercept(request(), next: EndpointNext(baseURL: baseURL) { try await server.send($0) })
        }
        try await token.waitForWaiters(1)
        #expect(try await clock.waitForSleepers() == [.seconds(5)])
        clock.advance(by: .seconds(5))
        let errors = [
            await #expect(throws: EndpointTransportError.self) { try await call.outcome },
            await #expect(throws: EndpointTransportError.self) {
                gate.open()
                return try await late.outcome
            },
        ]
        for error in errors { #expect(error?.description == EndpointTransportError.timedOut.description) }
        #expect(attempts.all.count == 1)
    }

    @Test("Discards the late token of a timed-out renewal if a later renewal has succeeded")
    func overtakenAnswer() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let answers = Collected<String>()
        let executor = SteppedExecutor()
        let token = RenewedToken(
            AccessToken("1"), timeout: .seconds(5), clock: clock, startTask: { executor.start($0) }
        ) { old in
            guard answers.all.isEmpty else { return server.renew(old) }
            answers.append("on its way")
            await gate.pass()
            answers.append("here")
            return AccessToken("late")
        }
        let next = EndpointNext(baseURL: baseURL) { try await server.send($0) }
        for _ in 0..<2 {
            _ = executor.start { _ = try? await token.intercept(request(), next: next) }
            executor.run()
            clock.advance(by: .seconds(5))
            executor.run()
        }
        #expect(token.value == AccessToken("2"))
        gate.open()
        executor.run()
        #expect(answers.all == ["on its way", "here"])
        #expect(token.value == AccessToken("2"))
    }

    @Test("Uses the late token of a timed-out renewal if nothing has changed since")
    func lateAnswer() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1"), timeout: .seconds(5), clock: clock) { old in
            await gate.pass()
            return server.renew(old)
        }
        let call = Task { await server.controller(token).statusCode() }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        _ = try await call.outcome
        var changes = token.changes.makeAsyncIterator()
        _ = await changes.next()
        gate.open()
        #expect(await changes.next() == AccessToken("2"))
    }

    @Test("Renews the late token of a timed-out renewal, even if another renewal of the old token fails")
    func lateAnswerBeforeFailure() async throws {
        let server = TokenServer(accepting: "2")
        let gates = [Barrier(), Barrier()]
        let attempts = Collected<Int>()
        let token = RenewedToken(AccessToken("1"), timeout: .seconds(5), clock: clock) { old in
            let attempt = attempts.all.count
            attempts.append(attempt)
            if attempt < 2 { await gates[attempt].pass() }
            if attempt == 1 { throw URLError(.notConnectedToInternet) }
            return server.renew(old)
        }
        let api = server.controller(token)
        let first = Task { await api.statusCode() }
        try await gates[0].waitForArrivals()
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        _ = try await first.outcome
        let second = Task { await api.statusCode() }
        try await gates[1].waitForArrivals()
        gates[0].open()
        try await waitWhile(token.value == AccessToken("1"))
        #expect(await api.statusCode() == 200)
        server.accept("none")
        let third = Task { await api.statusCode() }
        try await token.waitForWaiters(2)
        gates[1].open()
        #expect(try await third.outcome == 200)
        _ = try await second.outcome
        #expect(token.value == AccessToken("3"))
    }

    @Test("Waits for a renewal for at most ten years, because a clock may trap at a longer time")
    func longestTimeout() async throws {
        let server = TokenServer(accepting: "2")
        let gate = Barrier()
        let token = RenewedToken(AccessToken("1"), timeout: .seconds(Int64.max), clock: clock) { old in
            await gate.pass()
            return server.renew(old)
        }
        let call = Task { await server.controller(token).statusCode() }
        #expect(try await clock.waitForSleepers() == [.seconds(315_360_000)])
        gate.open()
        #expect(try await call.outcome == 200)
    }

    @Test("Leaves no timer behind when a renewal ends")
    func noTimerLeft() async throws {
        let server = TokenServer(accepting: "2")
        let token = RenewedToken(AccessToken("1"), clock: clock) { server.renew($0) }
        #expect(await server.controller(token).statusCode() == 200)
        try await waitWhile(clock.sleeperCount > 0)
    }
}

extension RenewedToken {
    /// Waits until a number of calls wait for the renewal.
    func waitForWaiters(_ count: Int) async throws {
        try await waitWhile((state.withLock(\.renewal)?.waiterCount ?? 0) < count)
    }
}
