import EndpointController
import Foundation

/// The token of a ``RenewedToken``, with its session and its renewal.
///
/// The methods run while a lock is held, so they must not wait or call the closures of the ``RenewedToken``.
struct TokenState {
    /// The token that a call uses, and a snapshot of the token's state: an object, so that it is cheap to copy.
    final class Use: Sendable {
        let token: AccessToken
        /// The value of the `Authorization` field, or the error of a token that is not valid in a field.
        let credentials: Result<String, EndpointRequestError>
        /// A number that changes whenever a session begins or ends.
        let session: Int
        /// A number that changes whenever the token is replaced or removed.
        let generation: Int
        /// A Boolean value that indicates whether the token comes from a renewal and the server has neither accepted
        /// nor refused it yet.
        let isUntried: Bool
        /// The number of renewals that failed and left the token.
        let failureCount: Int
        /// The date from which the token is due for renewal; nil if only a 401 leads to a renewal.
        let dueDate: Date?

        init(
            _ token: AccessToken, session: Int, generation: Int, isUntried: Bool, failureCount: Int = 0, dueDate: Date?
        ) {
            self.token = token
            credentials = Result { () throws(EndpointRequestError) in try token.credentials }
            self.session = session
            self.generation = generation
            self.isUntried = isUntried
            self.failureCount = failureCount
            self.dueDate = dueDate
        }

        /// The state after the server has accepted or refused the token.
        var tried: Use {
            Use(
                token, session: session, generation: generation, isUntried: false, failureCount: failureCount,
                dueDate: dueDate)
        }

        /// The state after a renewal has failed and left the token.
        var notRenewed: Use {
            Use(
                token, session: session, generation: generation, isUntried: isUntried, failureCount: failureCount + 1,
                dueDate: dueDate)
        }
    }

    /// The next step of a call whose token is due for renewal or was refused.
    enum Step {
        /// The call continues with a newer token.
        case use(Use)
        /// The call waits for this renewal, and then asks for its next step again.
        case wait(TokenRenewal)
        /// The call starts this renewal, and waits for it.
        case start(TokenRenewal)
        /// The call fails with the error of a renewal that ended while the call was on its way.
        case fail(any Error)
        /// The call keeps its token, because no other token is available to it.
        case giveUp
    }

    let leeway: TimeInterval
    let cooldown: TimeInterval

    /// The current token with its state, or nil if there is none.
    private(set) var use: Use?
    /// The running renewal, which may belong to an earlier session; nil if no renewal is running.
    private(set) var renewal: TokenRenewal?
    private(set) var session = 0
    private var generation = 0
    private var cooldownStart: Date?
    /// The last failure that left the token: the error, and the date.
    private var failure: (error: any Error, date: Date)?
    /// The last session that a renewal ended, and its error.
    private var ended: (session: Int, error: SessionEnded)?

    init(_ token: AccessToken?, leeway: Duration, cooldown: Duration) {
        self.leeway = leeway / .seconds(1)
        self.cooldown = max(cooldown / .seconds(1), 0)
        set(token, isUntried: false, dueDate: token?.expiresAt?.addingTimeInterval(-self.leeway))
    }

    var token: AccessToken? { use?.token }

    /// Begins a session with a new token, or ends the current session if the token is nil.
    ///
    /// - Returns: `true` if the token has changed.
    mutating func begin(_ token: AccessToken?) -> Bool {
        guard token != self.token else { return false }
        session += 1
        cooldownStart = nil
        set(token, isUntried: false, dueDate: token?.expiresAt?.addingTimeInterval(-leeway))
        return true
    }

    /// Returns the error of the renewal that ended the session of a call; nil if no renewal ended it.
    func end(of use: Use) -> SessionEnded? {
        ended.flatMap { $0.session == use.session ? $0.error : nil }
    }

    /// Returns the next step of a call whose token is due for renewal or was refused.
    mutating func step(after use: Use, now: Date) -> Step {
        guard session == use.session, let current = self.use else { return .giveUp }
        // A newer token may have become due before the server refused the old token.
        let isDue = current.dueDate.map { now >= $0 } ?? false
        if generation != use.generation, !isDue || isCoolingDown(now) { return .use(current) }
        if isCoolingDown(now) { return .giveUp }
        if let renewal { return .wait(renewal) }
        // Otherwise, each of many calls would start a renewal if the closure fails before the next call gets here. But
        // a failure says little about the network or the server a second later.
        if let failure, use.failureCount < current.failureCount, (0..<1).contains(now.timeIntervalSince(failure.date)) {
            return .fail(failure.error)
        }
        let renewal = TokenRenewal(of: current)
        self.renewal = renewal
        return .start(renewal)
    }

    /// Records whether the server refused a token, if the token was not tried before.
    mutating func note(_ use: Use, isRefused: Bool, now: Date) {
        guard generation == use.generation, let current = self.use, current.isUntried else { return }
        self.use = current.tried
        if isRefused { cooldownStart = now }
    }

    /// Applies the result of a renewal.
    ///
    /// - Returns: `true` if the result replaced or removed the token.
    mutating func end(_ renewal: TokenRenewal, with result: Result<AccessToken, any Error>, now: Date) -> Bool {
        // A renewal ends twice if it is over its time: the second error is only that of its cancellation.
        let isRunning = self.renewal === renewal
        if isRunning { self.renewal = nil }
        // A late renewal must not override a log-in, a log-out or another renewal.
        guard generation == renewal.use.generation else { return false }
        switch result {
        case .success(let token):
            // A token that is due when it arrives would be renewed before each call, so wait for a 401 instead.
            let dueDate = token.expiresAt?.addingTimeInterval(-leeway)
            set(token, isUntried: true, dueDate: dueDate.flatMap { $0 > now ? $0 : nil })
            return true
        case .failure(let error as SessionEnded):
            ended = (session, error)
            return begin(nil)
        case .failure(let error):
            // The count tells the calls that begin from now on from those that began before the failure.
            if isRunning, let use {
                failure = (error, now)
                self.use = use.notRenewed
            }
            return false
        }
    }

    private mutating func set(_ token: AccessToken?, isUntried: Bool, dueDate: Date?) {
        generation += 1
        failure = nil
        use = token.map {
            Use($0, session: session, generation: generation, isUntried: isUntried, dueDate: dueDate)
        }
    }

    private func isCoolingDown(_ now: Date) -> Bool {
        guard let cooldownStart else { return false }
        // If the clock is set back to before `cooldownStart`, end the cooldown: otherwise, it could last for hours.
        return (0..<cooldown).contains(now.timeIntervalSince(cooldownStart))
    }
}
