public import EndpointTransports
public import Foundation

/// The next middleware of a call, or its transport, with information about the call.
public struct EndpointNext: Sendable {
    /// The number of times that the call has entered the middleware that receives this value, this time included.
    ///
    /// The number is 1 until an outer middleware calls `next` again, for example to retry. For middleware that sees
    /// each request, redirects count too. The number begins at 1 again when a stream of server-sent events reconnects,
    /// or when a download that cannot be continued requests the whole file.
    public let attempt: Int

    /// The number of redirects that led to the request of a middleware that sees each request; 0 for other middleware,
    /// which runs before the first request is sent.
    public let redirects: Int

    typealias Proceed = @Sendable (URLRequest) async throws -> EndpointStreamedResponse

    let state: CallState
    /// The position of the middleware that receives this value.
    private let index: Int
    private let proceed: Proceed

    /// The base URL that the controller had when the call began, or nil if it had none.
    public var baseURL: URL? { state.call.baseURL }

    /// The endpoint of the call, without its wrappers; nil only in a test that does not set it.
    ///
    /// Cast it to your own protocol:
    ///
    /// ```swift
    /// let scope = (next.endpoint as? any ScopeProviderType)?.scope ?? "read"
    /// ```
    public var endpoint: (any RequestProviderType)? { state.call.endpoint }

    /// The rules of the call: those of the controller, with those that the endpoint sets.
    public var rules: EndpointRules { state.call.rules }

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
        var rules = EndpointRules()
        let innermost = endpoint.map { rules.merge(of: $0) }
        let call = Call(URLRequest(url: baseURL ?? URL(filePath: "/")), baseURL, innermost, rules)
        state = CallState(call, EndpointTransportContext(deadline: deadline))
        index = 0
        redirects = 0
        self.attempt = attempt
        self.proceed = proceed
    }

    init(_ state: CallState, _ index: Int, _ redirects: Int, _ proceed: @escaping Proceed) {
        self.state = state
        self.index = index
        self.redirects = redirects
        self.proceed = proceed
        attempt = state.enter(index)
    }

    /// Continues with a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `EndpointTransportError`, or ``EndpointRefusedRedirect`` for a redirect that is not followed; rethrows
    ///   errors from middleware.
    public func callAsFunction(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        state.notes.explanation = nil
        return try await proceed(request)
    }
}

extension EndpointNext {
    /// Accesses a value that the middleware keeps from one attempt of the call to the next.
    ///
    /// ```swift
    /// let number = next.withValue(initially: 0) { count in
    ///     count += 1
    ///     return count
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The value before the first access.
    ///   - body: A closure that reads or changes the value while a lock is held, so it must return soon and must not
    ///     call this method. The value of a middleware always has the same type.
    /// - Returns: The result of the closure.
    public func withValue<Value: Sendable, Result>(
        initially initial: Value,
        _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
        try state.withNote(of: index) { note in
            var value = note.flatMap { $0 as? Value } ?? initial
            defer { note = value }
            return try body(&value)
        }
    }

    /// An error that explains to the user how the call ends: ``EndpointResponse/explanation`` and
    /// ``EndpointUnansweredCall/explanation`` hold it, and descriptions show it.
    ///
    /// Set it before you wait, to say where the call was when its time ended, or before you return a response or throw
    /// an error that your middleware could not mend. When a middleware continues with a request, it is nil again.
    public var explanation: (any Error)? {
        get { state.notes.explanation }
        nonmutating set { state.notes.explanation = newValue }
    }

    /// A Boolean value that indicates whether the time of the call is over: its task is then cancelled, and an error
    /// about a cancellation means that the call has timed out.
    public var hasTimedOut: Bool { state.context.hasTimedOut }
}
