import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport

@testable import EndpointResilience

/// Calls with one `RenewedToken`, the server, the authority and the user, whose next steps a seed chooses.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TokenInterleaving: Sendable {
    typealias Step = CheckedContinuation<Void, any Error>

    /// A call, and the session that it began in.
    struct Call {
        var session: Int
        var task: Task<Void, Never>?
        var authorizations: [String] = []
        var outcome: String?
    }

    struct State {
        var random: SeededGenerator
        var lastID = 0
        /// The steps that wait: requests to be carried out, responses to arrive, renewals to go on.
        var waiting: [Int: Step] = [:]
        var calls: [Int: Call] = [:]
        /// The number of the user's session; an odd number means that the user is logged out.
        var session = 0
        /// The access tokens that the server accepts, and the refresh tokens that the authority has received.
        var valid: Set<String> = []
        var used: Set<String> = []
        var issued = 0
        var renewing = 0
        /// The refresh token that the authority has received, while its answer is on the way.
        var answering: String?
        /// The refresh tokens whose answers arrived too late: the client may send them again.
        var lost: Set<String> = []
        var violations: [String] = []
    }

    private let executor = SteppedExecutor()
    let clock = ManualClock()
    private let timer = ManualClock()
    let state: Locked<State>
    private let token = Reference<RenewedToken>()

    init(seed: UInt64) {
        state = Locked(State(random: SeededGenerator(state: seed)))
        token.set(
            RenewedToken(
                nil, clock: timer, now: { [clock] in clock.date }, startTask: { [executor] in executor.start($0) }
            ) { [unowned self] in
                try await renew($0)
            })
    }

    /// The violations found, in words.
    var violations: [String] { state.withLock(\.violations) }

    /// The number of calls by outcome.
    var outcomes: [String: Int] {
        state.withLock {
            Dictionary($0.calls.values.compactMap { call in call.outcome.map { ($0, 1) } }, uniquingKeysWith: +)
        }
    }

    var renewals: Int { state.withLock(\.used.count) }

    /// The number of renewals that reached their timeout while the answer was on its way.
    var lost: Int { state.withLock(\.lost.count) }

    /// Runs a number of random steps, then runs everything that has begun to its end.
    func run(steps: Int) throws {
        try logIn()
        for _ in 0..<steps {
            switch number(below: 100) {
            case ..<25: try startCall()
            case ..<75: goOn()
            case ..<80: cancelCall()
            case ..<89: expire()
            case ..<93: try logIn()
            case ..<95: try logOut()
            case ..<98: clock.advance(by: .seconds(number(below: 40)))
            default: timeOut()
            }
            executor.run()
        }
        while goOn() { executor.run() }
        timeOut()
        executor.run()
        state.withLock { state in
            let hanging = state.calls.values.count { $0.outcome == nil }
            if hanging > 0 { state.violations.append("\(hanging) calls never ended") }
        }
        // The tasks have to end before this object is released, because their references to it are unowned.
        for call in state.withLock({ Array($0.calls.values) }) { call.task?.cancel() }
        executor.run()
    }

    // MARK: - The user

    private func logIn() throws {
        let token = state.withLock { state in
            state.session += state.session.isMultiple(of: 2) ? 2 : 1
            return Self.issue(&state, valid: true, clock.date)
        }
        try self.token.value().value = token
    }

    private func logOut() throws {
        state.withLock { $0.session += $0.session.isMultiple(of: 2) ? 1 : 0 }
        try token.value().value = nil
    }

    private func startCall() throws {
        let token = try token.value()
        let id = newID()
        state.withLock { $0.calls[id] = Call(session: $0.session) }
        let next = EndpointNext(baseURL: baseURL) { [unowned self] in try await answer($0, of: id) }
        let task = executor.start { [unowned self] in
            let outcome: String
            do {
                outcome = "\(try await token.intercept(request(), next: next).statusCode)"
            } catch {
                outcome = "\(type(of: error))"
            }
            state.withLock { $0.calls[id]?.outcome = outcome }
        }
        state.withLock { $0.calls[id]?.task = task }
    }

    private func cancelCall() {
        let task = state.withLock { state in
            state.calls.filter { $0.value.outcome == nil }.sorted { $0.key < $1.key }
                .randomElement(using: &state.random)?.value.task
        }
        task?.cancel()
    }

    // MARK: - Steps

    /// Waits until the seed chooses this step, or until the task is cancelled.
    func step() async throws {
        let id = newID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (step: Step) -> Void in
                if Task.isCancelled { return step.resume(throwing: CancellationError()) }
                state.withLock { $0.waiting[id] = step }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    @discardableResult
    private func goOn() -> Bool {
        let step = state.withLock { state -> Step? in
            let ids = state.waiting.keys.sorted()
            return ids.randomElement(using: &state.random).flatMap { state.waiting.removeValue(forKey: $0) }
        }
        step?.resume()
        return step != nil
    }

    /// Lets a renewal that hangs reach its timeout.
    private func timeOut() {
        state.withLock { state in
            if let refreshToken = state.answering { state.lost.insert(refreshToken) }
        }
        timer.advance(by: .seconds(30))
    }

    private func newID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    private func number(below bound: Int) -> Int {
        state.withLock { Int.random(in: 0..<bound, using: &$0.random) }
    }
}
