public import EndpointController
import EndpointSupport
public import Foundation

/// A middleware that adds a bearer token to requests (RFC 6750, section 2.1), and renews a token that expires soon, has
/// expired or is refused by the server.
///
/// ```swift
/// let token = RenewedToken(stored) { old in
///     try await authority.token(renewing: old, at: "oauth/token", clientID: "app")
/// }
/// let api = EndpointController<APIError>(baseURL: staging, middleware: [RequestRetrier(), token])
/// for await token in token.changes { try keychain.store(token) }
/// ```
///
/// The token is sent only to the `origin` that you pass; by default, only to the origin of the controller's base URL. A
/// request that already has an `Authorization` field keeps that field.
///
/// ## Renewal
///
/// The token is renewed before a request if the token expires soon or has expired. It is also renewed after a 401 that
/// refuses it, or another response that does so by your own rule (`isRefused` or `isRefusedByBody`), if the request may
/// be sent again. Calls that need a new token while a renewal runs wait for that renewal. After a 401, the middleware
/// sends the request again at most once. A renewal has its own task and its own timeout. Cancelling a call does not
/// cancel the renewal: a server that replaces refresh tokens may already have invalidated the old one (RFC 9700,
/// section 4.14.2). Requests that the task of the renewal sends do not carry the token, unless the renewal has timed
/// out.
///
/// If the closure throws ``SessionEnded``, the token is removed. A call that waits after a 401 ends with that 401,
/// whose `explanation` is the error. A call that has not been sent yet is sent with the old token. After any other
/// error from the closure, the token stays and the waiting calls throw that error. So do calls that began before the
/// closure threw it, if the server refuses the token within a second after that. If the new token cannot be sent in a
/// header field, for example because it is empty, the old token stays and the waiting calls throw
/// `EndpointRequestError`.
///
/// ## Sessions
///
/// Set ``value`` to a token to log in, and to nil to log out. A call keeps the session in which it began: it is never
/// sent again with the token of another session. For this rule, each page of a list, each reconnection of an event
/// stream and each request of a download is a separate call. The result of a renewal that began in an earlier session
/// is ignored.
public final class RenewedToken: EndpointMiddleware {
    let state: Locked<TokenState>
    let origin: URL?
    let timeout: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let isRefused: @Sendable (EndpointResponseHead) -> Bool
    let isRefusedByBody: (@Sendable (EndpointResponse) -> Bool)?
    let startTask: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    let renew: @Sendable (AccessToken) async throws -> AccessToken
    private let listeners = Broadcast<AccessToken?>(capacity: 1)

    /// Creates a middleware with or without a token.
    ///
    /// - Parameters:
    ///   - value: The token, or nil while no user is logged in.
    ///   - origin: A URL whose origin is the only one that receives the token. The default, nil, stands for the origin
    ///     of the base URL; without a base URL, no request gets the token.
    ///   - leeway: The time before expiry at which a token becomes due for renewal. The default is 30 seconds. A
    ///     renewed token that is already due when it arrives is renewed only after a 401.
    ///   - timeout: The time after which a renewal is cancelled and the waiting calls throw
    ///     `EndpointTransportError.timedOut`. The default is 30 seconds.
    ///   - cooldown: The time for which no renewal starts after a renewed token is refused with a 401 at its first use.
    ///     A new session ends this time. The default is 30 seconds.
    ///   - clock: The clock for the timeout. The default is a `ContinuousClock`.
    ///   - now: A closure that returns the current date. The default closure returns the date of the system clock.
    ///   - isRefused: A closure that indicates whether a response to a request with the token refuses the token: then
    ///     the token is renewed, and the request is sent again. The default closure returns
    ///     `EndpointResponseHead.refusesToken`.
    ///   - isRefusedByBody: A closure that does the same for a response with the first 64 KiB of its body, for a server
    ///     that reports an expired token in a 200. It gets each response that `isRefused` does not choose, except those
    ///     of calls without a deadline: streams, downloads, uploads, and loads with an unlimited timeout. The default
    ///     is nil: no body is read.
    ///   - renew: A closure that returns a new token for an old token. Throw ``SessionEnded`` if the user has to log in
    ///     again. Only one renewal runs at a time, if the closure ends promptly when its task is cancelled. Do not
    ///     block the closure's thread: that can delay the timeout.
    public convenience init(
        _ value: AccessToken?,
        origin: URL? = nil,
        leeway: Duration = .seconds(30),
        timeout: Duration = .seconds(30),
        cooldown: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        isRefused: @escaping @Sendable (EndpointResponseHead) -> Bool = { $0.refusesToken },
        isRefusedByBody: (@Sendable (EndpointResponse) -> Bool)? = nil,
        renew: @escaping @Sendable (AccessToken) async throws -> AccessToken
    ) {
        self.init(
            value, origin: origin, leeway: leeway, timeout: timeout, cooldown: cooldown, clock: clock, now: now,
            isRefused: isRefused, isRefusedByBody: isRefusedByBody, startTask: { Task(operation: $0) }, renew: renew)
    }

    /// Creates a middleware that starts the tasks of renewals with a closure: a test chooses the order of all steps.
    init(
        _ value: AccessToken?,
        origin: URL? = nil,
        leeway: Duration = .seconds(30),
        timeout: Duration = .seconds(30),
        cooldown: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        isRefused: @escaping @Sendable (EndpointResponseHead) -> Bool = { $0.refusesToken },
        isRefusedByBody: (@Sendable (EndpointResponse) -> Bool)? = nil,
        startTask: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>,
        renew: @escaping @Sendable (AccessToken) async throws -> AccessToken
    ) {
        state = Locked(TokenState(value, leeway: leeway, cooldown: cooldown))
        self.origin = origin
        self.timeout = timeout
        self.clock = clock
        self.now = now
        self.isRefused = isRefused
        self.isRefusedByBody = isRefusedByBody
        self.startTask = startTask
        self.renew = renew
    }

    /// The token, or nil while no user is logged in.
    ///
    /// Setting a different token begins a new session, and setting nil ends the current session. You can set the
    /// property from any thread.
    public var value: AccessToken? {
        get { state.withLock(\.token) }
        set {
            let abandoned = state.withLock { state -> TokenRenewal? in
                guard state.begin(newValue) else { return nil }
                tell(newValue)
                return state.renewal
            }
            abandoned?.abandon()
        }
    }

    /// A sequence of the current value and each new value: a token after a renewal or a log-in, nil after a log-out or
    /// ``SessionEnded``.
    ///
    /// Each access to the property creates a separate sequence, which ends when this object is deinitialized. A reader
    /// that does not keep up receives only the newest value.
    public var changes: AsyncStream<AccessToken?> {
        state.withLock { listeners.values(after: .some($0.token)) }
    }

    /// Sends a token to all listeners.
    ///
    /// Call this method while `state` is locked, so that the last token that a listener receives is the current token.
    func tell(_ token: AccessToken?) {
        listeners.send(token)
    }
}

extension RenewedToken: _OpaqueType {
    /// The name of the type, without the token.
    public var description: String { "RenewedToken" }
}
