public import Endpoint
public import Foundation

/// The next middleware of a call, or its transport, with information about the call.
public struct EndpointNext: Sendable {
    /// The number of times that the call has entered the middleware that receives this value, this time included.
    ///
    /// The number is 1 until an outer middleware calls `next` again, for example to retry. It begins at 1 again when a
    /// stream of server-sent events reconnects, or when a download that cannot be continued requests the whole file.
    public let attempt: Int

    let chain: MiddlewareChain
    /// The index in `chain` of the middleware that receives this value.
    private let index: Int

    /// The base URL that the controller had when the call began, or nil if it had none.
    public var baseURL: URL? { chain.call.baseURL }

    /// The endpoint of the call, without its wrappers; nil only in a test that does not set it.
    ///
    /// Cast it to your own protocol:
    ///
    /// ```swift
    /// let scope = (next.endpoint as? any ScopeProviderType)?.scope ?? "read"
    /// ```
    public var endpoint: (any RequestProviderType)? { chain.call.endpoint }

    /// A Boolean value that indicates whether the endpoint's failures stay out of notifications, events and logs: see
    /// ``SilentFailureProviderType``.
    public var failsSilently: Bool { chain.call.settings.failsSilently }

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
        let context = EndpointTransportContext(deadline: deadline)
        self.init(ClosureChain(call, context, proceed), attempt: attempt)
    }

    init(_ chain: MiddlewareChain, index: Int = 0, attempt: Int = 1) {
        self.chain = chain
        self.index = index
        self.attempt = attempt
    }

    /// Continues with a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: ``EndpointTransportError``, `EndpointRequestError` for a body stream that cannot be made, or another
    ///   error for a redirect that cannot be followed; rethrows errors from middleware.
    public func callAsFunction(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        let following = index + 1
        guard following < chain.middleware.count else { return try await chain.send(request) }
        let next = EndpointNext(chain, index: following, attempt: chain.enter(following))
        return try await chain.middleware[following].intercept(request, next: next)
    }
}

extension EndpointNext {
    /// Accesses a value that the middleware keeps from one attempt of the call to the next; the value is nil at first.
    ///
    /// The outermost middleware has only one attempt, so its value is not kept. The closure must not call code of an app.
    package func withNote(_ body: (inout (any Sendable)?) -> Void) {
        if index > 0 { return chain.withNote(of: index, body) }
        var note: (any Sendable)?
        body(&note)
    }

    /// A Boolean value that indicates whether the time of the call is over.
    package var hasTimedOut: Bool { chain.context.hasTimedOut }

    /// A Boolean value that indicates whether the request that was sent last follows a redirect; if so, a server has
    /// already received the first request.
    package var hasRedirected: Bool { chain.hasRedirected }
}

/// A chain without middleware that ends in a closure, for tests.
///
/// `@unchecked Sendable`: see `MiddlewareChain`.
private final class ClosureChain: MiddlewareChain, @unchecked Sendable {
    private let proceed: @Sendable (URLRequest) async throws -> EndpointStreamedResponse

    init(
        _ call: CallFacts,
        _ context: EndpointTransportContext,
        _ proceed: @escaping @Sendable (URLRequest) async throws -> EndpointStreamedResponse
    ) {
        self.proceed = proceed
        super.init([], call, context, postpone: { _ in })
    }

    override func send(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        try await proceed(request)
    }
}
