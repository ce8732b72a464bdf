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

    /// A Boolean value that indicates whether the endpoint's failures stay out of notifications, events and logs: see
    /// ``EndpointRules/failsSilently``.
    public var failsSilently: Bool { state.call.rules.failsSilently == true }

    /// The number of redirects that led to the request that was sent last; 0 before the first request is sent.
    public var redirects: Int { state.redirects }

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
        self.attempt = attempt
        self.proceed = proceed
    }

    init(_ state: CallState, _ index: Int, _ proceed: @escaping Proceed) {
        self.state = state
        self.index = index
        self.proceed = proceed
        attempt = state.enter(index)
    }

    /// Continues with a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `EndpointTransportError`, `EndpointRequestError` for a body stream that cannot be made, or another
    ///   error for a redirect that cannot be followed; rethrows errors from middleware.
    public func callAsFunction(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        try await proceed(request)
    }
}

extension EndpointNext {
    /// Accesses a value that the middleware keeps from one attempt of the call to the next; the value is nil at first.
    ///
    /// The closure must not call code of an app.
    package func withNote(_ body: (inout (any Sendable)?) -> Void) {
        state.withNote(of: index, body)
    }

    /// A Boolean value that indicates whether the path of the endpoint holds a secret.
    package var hasSecretPath: Bool { state.call.rules.hasSecretPath == true }

    /// A Boolean value that indicates whether the time of the call is over.
    package var hasTimedOut: Bool { state.context.hasTimedOut || Deadline.hasPassedForChunk }

}
