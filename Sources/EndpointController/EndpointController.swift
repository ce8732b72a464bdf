import EndpointSupport
public import EndpointTransports
public import Foundation

/// A client that loads endpoints, parses the responses, and maps every failure to one error type.
///
/// ```swift
/// let api = EndpointController<APIError>(baseURL: Server.staging)
/// let user = try await api.load(GetUser(id: 867))
/// ```
///
/// You can use a controller from any thread or task. You can change its base URL at any time; everything else is fixed
/// when you create it.
public final class EndpointController<ServerError: EndpointServerError>: Sendable {
    private let pipeline: Pipeline<ServerError>
    let rules: EndpointRules
    private let server: Locked<Result<URL?, any Error>>

    /// Creates a controller.
    ///
    /// ```swift
    /// let api = EndpointController<APIError>(baseURL: URL(string: "https://example.com/api/"))
    /// ```
    ///
    /// - Parameters:
    ///   - baseURL: The base URL; by default nil, for endpoints that have their own URLs. The path must be empty or end
    ///     in a slash. Otherwise, a call that needs the base URL throws ``EndpointError/invalidRequest(_:_:)``.
    ///   - transport: The transport that sends requests; by default `SystemTransport.shared`.
    ///   - middleware: The middleware around each call, the outermost first; by default none.
    ///   - rules: The rules for all calls; an endpoint can set each rule. The default is `EndpointRules()`.
    ///   - decoder: The decoder for server errors, and for payloads and elements whose parser does not have its own
    ///     decoder. Do not change the decoder afterwards. The default decoder reads dates in ISO 8601.
    public convenience init(
        baseURL: URL? = nil,
        transport: any EndpointTransport = SystemTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        self.init(.success(baseURL), transport, middleware, rules, decoder)
    }

    /// Creates a controller for a server, whose URL is the base URL.
    ///
    /// If the `url` of the server throws an error, a call that needs the base URL throws
    /// ``EndpointError/invalidRequest(_:_:)``. The other parameters are those of the initializer for a URL.
    public convenience init(
        baseURL server: some ServerType,
        transport: any EndpointTransport = SystemTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        self.init(Result { try server.url }, transport, middleware, rules, decoder)
    }

    private init(
        _ server: Result<URL?, any Error>,
        _ transport: any EndpointTransport,
        _ middleware: [any EndpointMiddleware],
        _ rules: EndpointRules,
        _ decoder: JSONDecoder
    ) {
        self.server = Locked(server)
        self.rules = rules
        pipeline = Pipeline(transport: transport, middleware: middleware, decoder: decoder, events: EventSource())
    }

    /// The URL against which relative URLs of endpoints are resolved; nil if there is none, or if the server's `url`
    /// threw an error.
    ///
    /// You can change it at any time. Calls under way keep the URL that they began with.
    public var baseURL: URL? {
        get { try? server.withLock(\.self).get() }
        set { server.withLock { $0 = .success(newValue) } }
    }

    /// A sequence of future failures that concern more than one call; each failure is also posted as a notification.
    ///
    /// ```swift
    /// for await event in api.events where event.kind == .unauthorized { showLogin() }
    /// ```
    ///
    /// Each access returns a separate sequence, which buffers the newest 100 events that have not been read. The
    /// sequence ends when the controller and all pages, elements and streams that it returned are released, and all
    /// calls have ended.
    public var events: AsyncStream<EndpointEvent> { pipeline.events.events() }

    /// The decoder for server errors, and for payloads and elements whose parser does not have its own decoder.
    public var decoder: JSONDecoder { pipeline.decoder }

    /// Builds the request of an endpoint, and returns a call that you can send as often as you like.
    ///
    /// This method reads the endpoint and the base URL; changes afterwards do not affect the call.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - rules: Rules that take precedence over the controller's; the endpoint's own take precedence over both. By
    ///     default, none is set.
    /// - Returns: The call. Nothing is sent before you ask for it.
    /// - Throws: ``EndpointError/invalidRequest(_:_:)``.
    public func call(
        _ endpoint: some RequestProviderType,
        rules: EndpointRules = EndpointRules()
    ) throws(EndpointError<ServerError>) -> EndpointCall<ServerError> {
        let server = server.withLock(\.self)
        let baseURL = try? server.get()
        do {
            let request = try endpoint.request(relativeTo: baseURL)
            return EndpointCall(Call(endpoint, request, baseURL: baseURL, rules: self.rules, given: rules), pipeline)
        } catch {
            var cause = error
            // The error of the server says why the base URL is missing.
            if case EndpointRequestError.missingBaseURL = error, case .failure(let failure) = server { cause = failure }
            throw .invalidRequest(EndpointUnansweredCall(endpoint: endpoint, self.rules, given: rules), cause)
        }
    }
}

extension EndpointController where ServerError == EndpointDefaultServerError {
    /// Creates a controller that reads the usual shapes of server errors.
    ///
    /// ```swift
    /// let api = EndpointController(baseURL: URL(string: "https://example.com/api/"))
    /// ```
    public convenience init(
        baseURL: URL? = nil,
        transport: any EndpointTransport = SystemTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        self.init(.success(baseURL), transport, middleware, rules, decoder)
    }

    /// Creates a controller for a server that reads the usual shapes of server errors.
    ///
    /// ```swift
    /// let api = EndpointController(baseURL: Server.staging)
    /// ```
    public convenience init(
        baseURL server: some ServerType,
        transport: any EndpointTransport = SystemTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        self.init(Result { try server.url }, transport, middleware, rules, decoder)
    }
}
