import EndpointPaging
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of slow answers, which end as soon as their call is cancelled.
@Suite(.timeLimit(.minutes(1))) struct StubCancellationTests {
    private let stub = StubTransport()

    /// The error of a call that is cancelled once it is under way.
    private func errorAfterCancelling(_ answer: StubAnswer) async -> (any Error)? {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        stub.on(.any) { _ in
            called.yield()
            return answer
        }
        let stub = stub
        let call = Task {
            for try await _ in try await stub.send(URLRequest(url: baseURL)).body { called.yield() }
        }
        var iterator = calls.makeAsyncIterator()
        await iterator.next()
        call.cancel()
        return await #expect(throws: EndpointTransportError.self) { try await call.value }
    }

    @Test(arguments: [
        StubAnswer.neverAnswers, .status(200).delayed(by: .seconds(3600)), .unreachable.delayed(by: .seconds(3600)),
        .text("hello").stalled(after: 0), .text("hello").stalled(after: 3),
        .status(200).delayed(by: .seconds(Int64.max)),
        .events([ServerSentEvent(data: "a")], every: .seconds(Int64.max)),
    ])
    func endsACallThatIsCancelled(answer: StubAnswer) async throws {
        let error = await errorAfterCancelling(answer)
        guard case EndpointTransportError.cancelled? = error else { throw try #require(error) }
    }

    @Test func deliversTheBodyUntilItStalls() async throws {
        stub.on(.any, answer: .text("hello").stalled(after: 3))
        var body = try await stub.send(URLRequest(url: baseURL)).body.makeAsyncIterator()
        #expect(try await body.next() == Data("hel".utf8))
    }

    @Test func doesNotSendACallThatIsAlreadyCancelled() async throws {
        stub.on(.any, answer: .status(200))
        let stub = stub
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stub.send(URLRequest(url: baseURL)).statusCode
        }
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        #expect(error?.kind == .cancelled)
        #expect(stub.calls.isEmpty)
    }

    @Test(arguments: [StubAnswer.neverAnswers, .text("hello").stalled(after: 3)])
    func endsACallAtItsDeadline(answer: StubAnswer) async throws {
        stub.on(.any, answer: answer)
        let rules = EndpointRules(timeout: .milliseconds(1))
        let controller = Controller(baseURL: baseURL, transport: stub, rules: rules)
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        #expect(error?.kind == .timedOut)
    }

    @Test func givesADelayedAnswer() async throws {
        stub.on(.any, answer: .jsonEncoded(User.ada).delayed(by: .milliseconds(20)))
        let controller = Controller(baseURL: baseURL, transport: stub)
        let start = ContinuousClock.now
        #expect(try await controller.load(GetUser()) == .ada)
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }
}
