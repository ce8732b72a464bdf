import EndpointTransports
import Foundation

extension CachingTransport {
    /// Waits for a validation until it is older than `patience`, or until half of the call's remaining time is over.
    ///
    /// - Returns: The outcome, or nil if the validation takes longer.
    /// - Throws: `.cancelled` when the task is cancelled.
    func outcome(
        of validation: SharedValidation,
        _ request: URLRequest,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> SharedValidation.Outcome? {
        let limit = validation.start + patience
        do {
            return try await validation.outcome(
                until: context.end(of: request).map { min(limit, .now + ($0 - .now) / 2) } ?? limit)
        } catch {
            if case .timedOut = error { return nil }
            throw error
        }
    }

    /// Sends a separate request while the validation of another call continues.
    ///
    /// Returns the result of this request, even a failure, unless the validation supplies a response first, or
    /// `stale-if-error` allows the stored response. The server may never answer the other call, but if the server is
    /// only slow, the response to the other call may come first.
    func overtake(
        _ validation: SharedValidation,
        _ entry: CacheEntry,
        _ request: URLRequest,
        _ asked: CacheRequest,
        _ context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if let deadline = context.deadline, deadline <= .now {
            if let stale = stale(entry, asked, request.url) { return stale.response }
            throw .timedOut
        }
        let plan = plan(for: asked, isShared: false)
        let result = await withTaskGroup(of: Result<EndpointStreamedResponse, EndpointTransportError>?.self) { group in
            group.addTask {
                do throws(EndpointTransportError) {
                    return .success(try await self.follow(plan, request, asked, context))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do throws(EndpointTransportError) {
                    let outcome = try await validation.outcome(until: context.deadline)
                    return self.response(outcome, asked, request.url).map { .success($0) }
                } catch {
                    return .failure(error)
                }
            }
            defer { group.cancelAll() }
            for await case let result? in group { return result }
            return .failure(.cancelled)
        }
        if case .failure(let error) = result, error.isServerFailure, let stale = stale(entry, asked, request.url) {
            return stale.response
        }
        return try result.get()
    }

    /// Returns the response that another call's validation supplies for this request, or nil if the validation supplies
    /// none.
    func response(
        _ outcome: SharedValidation.Outcome,
        _ asked: CacheRequest,
        _ url: URL?
    ) -> EndpointStreamedResponse? {
        let now = now()
        let stored: StoredResponse? =
            switch outcome {
            case .response(let stored): stored
            case .stale(let stored) where stored.head.isAllowedOnError(asked.directives, at: now): stored
            case .stale, .changed, .failed: nil
            }
        // The `Vary` of the validated response may list different request fields than before.
        guard let stored, asked.matches(stored.head.selecting) else { return nil }
        return stored.answer(asked, url, age: stored.head.age(at: now))
    }
}

extension EndpointTransportContext {
    /// The deadline, or the time until which a call with an idle timeout can wait for a request; nil for no limit.
    func end(of request: URLRequest) -> ContinuousClock.Instant? {
        if let deadline { return deadline }
        let timeout = request.timeoutInterval
        return timeout > 0 && timeout < 604_800 ? .now + .seconds(timeout) : nil
    }
}
