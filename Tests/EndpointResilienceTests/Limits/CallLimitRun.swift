import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport

@testable import EndpointResilience

/// Calls through one `CallLimit` and their server, whose next steps a seed chooses.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class CallLimitRun: Sendable {
    /// The intended end of a call.
    enum Fate: CaseIterable { case answered, cancelled, timedOut }

    struct Call {
        var fate: Fate
        var task: Task<Void, Never>?
        var outcome: String?
    }

    private typealias Step = CheckedContinuation<Void, any Error>

    private struct State {
        var random: SeededGenerator
        var lastStep = 0
        /// The steps of the server that wait: a response to be sent, a chunk to be sent.
        var waiting: [Int: Step] = [:]
        var calls: [Call] = []
        /// The numbers of the calls that reached the server, in order.
        var arrivals: [Int] = []
        var atServer = 0
        var mostAtServer = 0
    }

    private let executor = SteppedExecutor()
    private let clock = ManualClock()
    private let limit = CallLimit(8)
    private let state: Locked<State>

    init(seed: UInt64) {
        state = Locked(State(random: SeededGenerator(state: seed)))
    }

    var calls: [Call] { state.withLock(\.calls) }
    var arrivals: [Int] { state.withLock(\.arrivals) }
    var mostAtServer: Int { state.withLock(\.mostAtServer) }
    /// The numbers of the calls that run and wait, and of the tasks that sleep, after all calls.
    var leftovers: [Int] { [limit.runningCount, limit.waitingCount, clock.sleeperCount] }

    /// Starts a number of calls between random steps of the server, the user and the clock, then runs all to their end.
    func run(calls: Int) {
        while state.withLock({ $0.calls.count }) < calls {
            switch state.withLock({ Int.random(in: 0..<100, using: &$0.random) }) {
            case ..<40: startCall()
            case ..<85: goOn()
            case ..<95: cancelCall()
            default: clock.advance(by: .seconds(1))
            }
            executor.run()
        }
        while cancelCall() { executor.run() }
        while clock.sleeperCount > 0 || state.withLock({ !$0.waiting.isEmpty }) {
            while goOn() { executor.run() }
            clock.advance(by: .seconds(1))
            executor.run()
        }
    }

    private func startCall() {
        let (number, fate, seconds) = state.withLock { state in
            let fate = Fate.allCases.randomElement(using: &state.random) ?? .answered
            state.calls.append(Call(fate: fate))
            return (state.calls.count - 1, fate, Int.random(in: 1...20, using: &state.random))
        }
        // The clock limits the time of the only attempt of a call.
        let timeout = fate == .timedOut ? Duration.seconds(seconds) : nil
        let retrier = RequestRetrier(RetryRules(attempts: 1, attemptTimeout: timeout), clock: clock)
        let next = EndpointNext(baseURL: baseURL) { [limit, unowned self] request in
            let server = EndpointNext(baseURL: baseURL) { [unowned self] _ in try await answer(number, fate) }
            return try await limit.intercept(request, next: server)
        }
        let task = executor.start { [unowned self] in
            let outcome: String
            do {
                let response = try await retrier.intercept(request(), next: next)
                // Some callers do not read the body.
                if number % 4 > 0 { for try await _ in response.body {} }
                outcome = "\(response.statusCode)"
            } catch let error as EndpointTransportError {
                outcome = "\(error)"
            } catch {
                outcome = "\(type(of: error))"
            }
            state.withLock { $0.calls[number].outcome = outcome }
        }
        state.withLock { $0.calls[number].task = task }
    }

    @discardableResult
    private func cancelCall() -> Bool {
        let task = state.withLock { state in
            state.calls.filter { $0.fate == .cancelled && $0.task?.isCancelled == false }
                .randomElement(using: &state.random)?.task
        }
        task?.cancel()
        return task != nil
    }

    /// Lets the server answer a call, or send a chunk.
    @discardableResult
    private func goOn() -> Bool {
        let step = state.withLock { state -> Step? in
            let ids = state.waiting.keys.sorted()
            return ids.randomElement(using: &state.random).flatMap { state.waiting.removeValue(forKey: $0) }
        }
        step?.resume()
        return step != nil
    }

    // MARK: - The server

    private func answer(_ number: Int, _ fate: Fate) async throws -> EndpointStreamedResponse {
        let exchange = Exchange(self, number)
        // A call that is to time out gets no answer.
        if fate == .timedOut { try await clock.sleep(for: .seconds(86_400)) }
        try await step()
        var response = response(200)
        let chunks = Locked(2)
        response.body = EndpointResponseBody { [self] in
            try await step()
            let isLast = chunks.withLock { count in
                count -= 1
                return count < 0
            }
            if isLast { exchange.end() }
            return isLast ? nil : Data("chunk".utf8)
        }
        return response
    }

    /// Waits until the seed chooses this step, or until the task is cancelled.
    private func step() async throws {
        let id = state.withLock { state in
            state.lastStep += 1
            return state.lastStep
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (step: Step) -> Void in
                if Task.isCancelled { return step.resume(throwing: CancellationError()) }
                state.withLock { $0.waiting[id] = step }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// A request at the server, until its response has ended or is no longer wanted.
    private final class Exchange: Sendable {
        private let run: CallLimitRun
        private let isOver = Locked(false)

        init(_ run: CallLimitRun, _ number: Int) {
            self.run = run
            run.state.withLock { state in
                state.arrivals.append(number)
                state.atServer += 1
                state.mostAtServer = max(state.mostAtServer, state.atServer)
            }
        }

        deinit { end() }

        func end() {
            let wasOver = isOver.withLock { isOver in
                defer { isOver = true }
                return isOver
            }
            if !wasOver { run.state.withLock { $0.atServer -= 1 } }
        }
    }
}
