public import Foundation

/// What follows a middleware: the next one, or the transport.
public struct EndpointNext: Sendable {
    /// The base URL of the controller at the time of the call, if it has one.
    public let baseURL: URL?

    /// Whether the endpoint wants its failures to be nobody else's business: see ``SilentFailureProviderType``.
    public let failsSilently: Bool

    /// How many times this middleware has been entered in this call, this time included.
    ///
    /// It is 1 unless a middleware before this one called `next` before: one that tries again, for example.
    public let attempt: Int

    private let proceed: @Sendable (URLRequest) async throws -> EndpointStreamedResponse

    /// Creates what follows a middleware, for tests of one.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL of the controller.
    ///   - failsSilently: Whether the endpoint fails silently.
    ///   - attempt: How many times the middleware has been entered.
    ///   - proceed: Answers a request.
    public init(
        baseURL: URL?,
        failsSilently: Bool = false,
        attempt: Int = 1,
        proceed: @escaping @Sendable (URLRequest) async throws -> EndpointStreamedResponse
    ) {
        self.baseURL = baseURL
        self.failsSilently = failsSilently
        self.attempt = attempt
        self.proceed = proceed
    }

    /// Goes on with a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: ``EndpointTransportError``, or what a middleware throws.
    public func callAsFunction(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        try await proceed(request)
    }

    /// Whether a request goes to the origin of the base URL (RFC 6454, section 4): the same scheme, host and port.
    ///
    /// - Parameter request: The request.
    /// - Returns: Whether it does; false if there is no base URL.
    public func isForBaseURL(_ request: URLRequest) -> Bool {
        guard let origin = Origin(baseURL) else { return false }
        return Origin(request.url) == origin
    }

    /// What follows a middleware that stands before others.
    ///
    /// It is made anew for each call, so what it counts are the attempts of that call.
    func wrapping(_ middleware: any EndpointMiddleware) -> EndpointNext {
        let attempts = Locked(0)
        return EndpointNext(baseURL: baseURL, failsSilently: failsSilently) { request in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            return try await middleware.intercept(request, next: attempt == 1 ? self : numbered(attempt))
        }
    }

    private func numbered(_ attempt: Int) -> EndpointNext {
        EndpointNext(baseURL: baseURL, failsSilently: failsSilently, attempt: attempt, proceed: proceed)
    }
}
