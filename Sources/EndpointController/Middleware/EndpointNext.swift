public import Endpoint
public import Foundation

/// The next middleware of a call, or its transport, with information about the call.
public struct EndpointNext: Sendable {
    /// The number of times that the call has entered the middleware that receives this value, this time included.
    ///
    /// The number is 1 until an outer middleware calls `next` again, for example to retry. It begins at 1 again when a
    /// stream of server-sent events reconnects, or when a download that cannot be continued requests the whole file.
    public let attempt: Int

    let facts: Facts
    /// The index in `Facts.State.visits` of the middleware that receives this value; nil for the outermost one, which is
    /// entered once.
    private let index: Int?
    private let proceed: @Sendable (URLRequest) async throws -> EndpointStreamedResponse

    /// The base URL that the controller had when the call began, or nil if it had none.
    public var baseURL: URL? { facts.call.baseURL }

    /// The endpoint of the call, without its wrappers; nil only in a test that does not set it.
    ///
    /// Cast it to your own protocol:
    ///
    /// ```swift
    /// let scope = (next.endpoint as? any ScopeProviderType)?.scope ?? "read"
    /// ```
    public var endpoint: (any RequestProviderType)? { facts.call.endpoint }

    /// A Boolean value that indicates whether the endpoint's failures stay out of notifications, events and logs: see
    /// ``SilentFailureProviderType``.
    public var failsSilently: Bool { facts.call.settings.failsSilently }

    /// Creates a value to pass to a middleware as `next` in a test.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL of the controller; by default nil.
    ///   - endpoint: The endpoint of the call; by default nil.
    ///   - attempt: The number of times that the middleware has been entered, this time included; by default 1.
    ///   - deadline: The time by which the call must end; by default nil, for no deadline.
    ///   - proceed: A closure that returns the response to a request.
    public init(
        baseURL: URL? = nil,
        endpoint: (any RequestProviderType)? = nil,
        attempt: Int = 1,
        deadline: ContinuousClock.Instant? = nil,
        proceed: @escaping @Sendable (URLRequest) async throws -> EndpointStreamedResponse
    ) {
        var settings = CallSettings()
        let innermost = endpoint.map { settings.adapt(to: $0) }
        let call = CallFacts(baseURL: baseURL, endpoint: innermost, settings: settings)
        self.init(Facts(call, deadline: deadline, postpone: { _ in }), attempt: attempt, proceed)
    }

    init(
        _ facts: Facts,
        attempt: Int = 1,
        index: Int? = nil,
        _ proceed: @escaping @Sendable (URLRequest) async throws -> EndpointStreamedResponse
    ) {
        self.facts = facts
        self.attempt = attempt
        self.index = index
        self.proceed = proceed
    }

    /// Continues with a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: ``EndpointTransportError``, `EndpointRequestError` for a body stream that cannot be made, or another
    ///   error for a redirect that cannot be followed; rethrows errors from middleware.
    public func callAsFunction(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        try await proceed(request)
    }

    /// Returns a step that runs a middleware with this step as its next one.
    ///
    /// The pipeline makes new steps each time it sends the request of a call, so `attempt` starts at 1 again.
    func wrapping(_ middleware: any EndpointMiddleware) -> EndpointNext {
        let index = facts.state.withLock { state in
            state.visits.append(Visits())
            return state.visits.count - 1
        }
        return EndpointNext(facts) { request in
            let attempt = facts.state.withLock { state in
                state.visits[index].count += 1
                return state.visits[index].count
            }
            let next = EndpointNext(facts, attempt: attempt, index: index, proceed)
            return try await middleware.intercept(request, next: next)
        }
    }
}

extension EndpointNext {
    /// The values that all steps of a call share: an object, so that a step is cheap to copy.
    ///
    /// Only `state` changes. It has one lock for all steps, because creating a lock takes longer than a step.
    final class Facts: Sendable {
        struct State {
            var hasRedirected = false
            /// The visits of each middleware except the outermost, in the order in which their steps were made.
            var visits: [Visits] = []
        }

        let call: CallFacts
        /// The time by which the call must end; nil for no deadline.
        let deadline: ContinuousClock.Instant?
        /// A closure that restarts the idle timeout after a delay; it does nothing for a load.
        let postpone: @Sendable (Duration) -> Void
        let state = Locked(State())

        init(
            _ call: CallFacts,
            deadline: ContinuousClock.Instant?,
            postpone: @escaping @Sendable (Duration) -> Void
        ) {
            self.call = call
            self.deadline = deadline
            self.postpone = postpone
        }
    }

    struct Visits: Sendable {
        var count = 0
        var note: (any Sendable)?
    }

    /// Accesses a value that the middleware keeps from one attempt of the call to the next; the value is nil at first.
    ///
    /// The outermost middleware has only one attempt, so its value is not kept. The closure must not call code of an app.
    package func withNote<Result>(_ body: (inout (any Sendable)?) -> Result) -> Result {
        if let index { return facts.state.withLock { body(&$0.visits[index].note) } }
        var note: (any Sendable)?
        return body(&note)
    }

    /// A Boolean value that indicates whether the request that was sent last follows a redirect; if so, a server has
    /// already received the first request.
    package var hasRedirected: Bool { facts.state.withLock { $0.hasRedirected } }
}
