import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A load: the bytes that have arrived, and the caller that waits for them.
///
/// `@unchecked Sendable`: all mutable state is accessed with `lock` held.
final class CarefulLoad: @unchecked Sendable {
    typealias Outcome = Result<(Data, HTTPURLResponse), CarefulError>

    private static let timers = DispatchQueue(label: "CarefulLoad.timers")
    private static let redirectLimit = 20

    private let sizeLimit: Int
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var continuation: CheckedContinuation<Outcome, Never>?
    private var timer: (any DispatchSourceTimer)?
    private var outcome: Outcome?
    private var body = Data()
    private var redirects = 0

    init(sizeLimit: Int) {
        self.sizeLimit = sizeLimit
    }

    /// Starts the task, unless the load was cancelled before.
    func start(_ task: URLSessionTask, _ continuation: CheckedContinuation<Outcome, Never>, timeout: TimeInterval) {
        let timer = DispatchSource.makeTimerSource(queue: Self.timers)
        timer.schedule(deadline: .now() + timeout)
        timer.setEventHandler { [weak self] in self?.end(.failure(.timedOut)) }
        let early = lock.withLock {
            if outcome == nil {
                self.task = task
                self.continuation = continuation
                self.timer = timer
            }
            return outcome
        }
        timer.activate()
        guard let early else { return task.resume() }
        timer.cancel()
        task.cancel()
        continuation.resume(returning: early)
    }

    /// Adds a part of the body, unless the load has ended, and ends the load if the body is too large.
    func receive(_ chunk: Data) {
        let isTooLarge = lock.withLock {
            if outcome == nil { body.append(chunk) }
            return body.count > sizeLimit
        }
        if isTooLarge { end(.failure(.tooLarge)) }
    }

    /// Counts a redirect, and returns whether it may be followed.
    func countRedirect() -> Bool {
        let isTooMuch = lock.withLock {
            redirects += 1
            return redirects > Self.redirectLimit
        }
        if isTooMuch { end(.failure(.tooManyRedirects)) }
        return !isTooMuch
    }

    /// Ends the load with the outcome of the task.
    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        guard error == nil, let response = response as? HTTPURLResponse else {
            return end(.failure(.transport(error ?? URLError(.badServerResponse))))
        }
        end(.success((lock.withLock { body }, response)))
    }

    /// Ends the load, unless it has ended before, and resumes the caller.
    func end(_ outcome: Outcome) {
        lock.lock()
        guard self.outcome == nil else { return lock.unlock() }
        self.outcome = outcome
        let (task, continuation, timer) = (self.task, self.continuation, self.timer)
        (self.task, self.continuation, self.timer) = (nil, nil, nil)
        body = Data()
        lock.unlock()
        timer?.cancel()
        if case .failure = outcome { task?.cancel() }
        continuation?.resume(returning: outcome)
    }
}
