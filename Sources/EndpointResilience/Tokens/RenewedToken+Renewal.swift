import EndpointController
@_spi(Tools) import EndpointSupport
import Foundation

extension RenewedToken {
    /// The renewals for which the current task runs; several if a renewal starts another ``RenewedToken``'s renewal.
    @TaskLocal private static var current: [TokenRenewal] = []

    /// A Boolean value that indicates whether the current task runs for a renewal that is not over.
    static var isRenewing: Bool { current.contains { !$0.isOver } }

    /// Indicates whether the current task runs for a renewal.
    func isSending(_ renewal: TokenRenewal) -> Bool {
        Self.current.contains { $0 === renewal }
    }

    /// Returns a newer token of the same session, after a renewal if necessary.
    ///
    /// - Returns: The token, or nil if no newer token is available to the call.
    /// - Throws: Rethrows errors from the renewal of the token except ``SessionEnded``; throws `CancellationError` if
    ///   the call is cancelled while it waits.
    func newer(than use: TokenState.Use) async throws -> TokenState.Use? {
        while true {
            let date = now()
            switch state.withLock({ $0.step(after: use, now: date) }) {
            case .giveUp: return nil
            case .use(let newer): return newer
            case .fail(let error): throw error
            case .wait(let renewal): try await wait(for: renewal, use)
            case .start(let renewal):
                start(renewal)
                try await wait(for: renewal, use)
            }
        }
    }

    /// Waits for a renewal, and ignores its failure if the token that it renews has been replaced or removed.
    func wait(for renewal: TokenRenewal, _ use: TokenState.Use) async throws {
        do {
            try await renewal.wait(session: use.session)
        } catch  where state.withLock({ $0.use?.generation }) != renewal.use.generation && !Task.isCancelled {
            // The next step of the call depends on the current token.
        }
    }

    /// Starts a renewal in its own task.
    ///
    /// The timeout of the renewal and the end of its session cancel the task; the cancellation of a call does not.
    private func start(_ renewal: TokenRenewal) {
        let work = Self.$current.withValue(Self.current + [renewal]) {
            startTask { [self] in
                do {
                    let token = try await renew(renewal.use.token)
                    _ = try token.credentials
                    end(renewal, with: .success(token))
                } catch {
                    end(renewal, with: .failure(error))
                }
            }
        }
        let timer = startTask { [self] in
            try? await clock.sleep(for: timeout.limited)
            if !Task.isCancelled { end(renewal, with: .failure(EndpointTransportError.timedOut)) }
        }
        renewal.keep(work: work, timer: timer)
    }

    private func end(_ renewal: TokenRenewal, with result: Result<AccessToken, any Error>) {
        let date = now()
        state.withLock { state in
            if state.end(renewal, with: result, now: date) { tell(state.token) }
        }
        switch result {
        // When the session ends, the waiting calls do not throw `SessionEnded`: each has its own result, usually a 401.
        case .success, .failure(is SessionEnded): renewal.end(nil)
        case .failure(let error): renewal.end(error)
        }
    }
}
