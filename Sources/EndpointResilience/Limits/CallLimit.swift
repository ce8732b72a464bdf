public import EndpointController
import EndpointSupport

/// A middleware that limits the number of calls in flight; further calls wait, and continue in the order of their
/// arrival.
///
/// ```swift
/// let limit = CallLimit(8)
/// let api = EndpointController<APIError>(baseURL: staging, middleware: [limit, RequestRetrier(), token])
/// ```
///
/// A call is in flight until the body of its response has been read, has failed or has been released. So each open
/// stream counts too: load event streams with a controller without the limit.
///
/// A call that waits ends with `cancelled` when it is cancelled, and with `timedOut` at its deadline. The idle timeout
/// of an upload, a download or a stream restarts when its request is sent.
///
/// ## Its place among the middleware
///
/// Put the limit first, for the whole call, with its retries and the pauses between them. After a ``RequestRetrier``,
/// the limit counts each attempt, and ``RetryRules/attemptTimeout`` includes the time that the attempt waits.
///
/// A call that a later middleware makes during its own call does not wait, because its own call would wait for it: both
/// count as one. This does not hold in `Task.detached` or on a dispatch queue, which do not know the call: with no
/// other place free, both calls wait until their deadlines. Use `Task` or a child task instead. The calls that renew a
/// ``RenewedToken`` do not wait either, and do not count.
public final class CallLimit: EndpointMiddleware {
    /// The calls that a limit counts together.
    public enum Scope: Sendable {
        /// All calls of the controllers that have the limit.
        case all
        /// The calls to an origin (scheme, host and port), before redirects.
        case origin
    }

    private struct Queue {
        var running: Set<UInt64> = []
        let waiting = LinkedTable<UInt64, CheckedContinuation<Void, any Error>>()
    }

    /// The calls in flight that the current task is part of, by number.
    @TaskLocal private static var current: [UInt64] = []
    private static let lastID = Locked<UInt64>(0)

    /// The maximum number of calls in flight.
    public let count: Int
    private let scope: Scope
    /// The queues in which calls run or wait; a single one, for nil, if all calls count together.
    private let queues = Locked<[Origin?: Queue]>([:])

    /// Creates a limit, which several controllers may share.
    ///
    /// - Parameters:
    ///   - count: The maximum number of calls in flight; values below 1 are treated as 1.
    ///   - scope: The calls that the limit counts together. The default is ``Scope/all``.
    public init(_ count: Int, for scope: Scope = .all) {
        self.count = max(count, 1)
        self.scope = scope
    }

    /// The number of calls in flight.
    public var runningCount: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.running.count } } }

    /// The number of calls that wait.
    public var waitingCount: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Waits until fewer calls are in flight than the limit allows, and sends the request.
    ///
    /// - Returns: The response. The call remains in flight until the body of the response has ended.
    /// - Throws: `EndpointTransportError.cancelled` if the task is cancelled while the call waits. Rethrows errors from
    ///   `next`.
    public func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        let key = scope == .origin ? Origin(request.url) : nil
        if RenewedToken.isRenewing || isPartOfRunningCall() { return try await next(request) }
        next.explanation = Waiting(text: "it waited for a place in CallLimit(\(count))")
        let id = try await enter(key)
        do {
            var response = try await Self.$current.withValue(Self.current + [id]) { try await next(request) }
            response.body = response.body.observed { [self] _ in leave(id, key) }
            return response
        } catch {
            leave(id, key)
            throw error
        }
    }

    private func isPartOfRunningCall() -> Bool {
        let current = Self.current
        return !current.isEmpty && queues.withLock { $0.values.contains { !$0.running.isDisjoint(with: current) } }
    }

    /// Adds a call to the running calls, after a wait if there are too many, and returns its number.
    private func enter(_ key: Origin?) async throws -> UInt64 {
        let id = Self.lastID.withLock { id in
            id += 1
            return id
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = queues.withLock { queues -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(EndpointTransportError.cancelled) }
                    guard queues[key, default: Queue()].running.count < count else {
                        queues[key]?.waiting.append(continuation, for: id)
                        return nil
                    }
                    queues[key, default: Queue()].running.insert(id)
                    return .success(())
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = queues.withLock { $0[key]?.waiting.remove(id) }
            waiter?.resume(throwing: EndpointTransportError.cancelled)
        }
        return id
    }

    /// Removes a call from the running calls, and continues the first call that waits.
    private func leave(_ id: UInt64, _ key: Origin?) {
        let following = queues.withLock { queues -> CheckedContinuation<Void, any Error>? in
            guard let waiting = queues[key]?.waiting, queues[key]?.running.remove(id) != nil else { return nil }
            if let next = waiting.first {
                queues[key]?.running.insert(next)
                return waiting.remove(next)
            }
            if queues[key]?.running.isEmpty ?? false { queues[key] = nil }
            return nil
        }
        following?.resume()
    }
}
