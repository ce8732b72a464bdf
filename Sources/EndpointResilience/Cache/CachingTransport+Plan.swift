import EndpointController
import Foundation

extension CachingTransport {
    /// What to do about a request.
    enum Plan {
        /// Answer with a stored response, and make a validation for those that come later.
        case answer(CacheEntry, age: TimeInterval, SharedValidation?)
        /// Send it, without storing the response.
        case send
        /// Send it, to validate a stored response if there is one, for those as well that wait for the validation.
        case fetch(CacheEntry?, SharedValidation?)
        /// Wait for the validation that another call makes.
        case wait(SharedValidation)
        /// Say that there is no stored response.
        case unavailable
    }

    /// Decides what to do about a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isShared: A Boolean value that indicates whether the call may wait for the validation of another one.
    /// - Returns: The plan.
    func plan(for request: CacheRequest, isShared: Bool) -> Plan {
        let now = now()
        return store.withLock { store in
            let entry = store.find(request)
            let reuse = entry?.response.head.reuse(request.directives, at: now)
            switch (reuse, entry) {
            case (.allowed(let age), let entry?):
                store.touch(entry.id)
                return .answer(entry, age: age, nil)
            case (.allowedWhileValidating(let age), let entry?):
                store.touch(entry.id)
                if request.isHead || request.range != nil { return .answer(entry, age: age, nil) }
                let (validation, isNew) = store.validation(of: entry.id)
                return .answer(entry, age: age, isNew ? validation : nil)
            case _ where request.directives.flags.contains(.onlyIfCached): return .unavailable
            case _ where request.isHead || request.range != nil: return .send
            case (.stale, let entry?) where isShared:
                let (validation, isNew) = store.validation(of: entry.id)
                return isNew ? .fetch(entry, validation) : .wait(validation)
            default: return .fetch(entry, nil)
            }
        }
    }

    /// The answer to a request that waited for a validation, if it is one.
    func answer(
        _ request: CacheRequest,
        _ url: URL?,
        with outcome: SharedValidation.Outcome
    ) -> EndpointStreamedResponse? {
        // The response may select by other fields than before.
        guard case .response(let stored) = outcome, request.matches(stored.head.selecting) else { return nil }
        return stored.answer(request, url, age: stored.head.age(at: now()))
    }
}
