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
    package let pipeline: Pipeline<ServerError>
    private let rules: EndpointRules
    private let server: Locked<Result<URL?, any Error>>

    /// Creates a controller.
    ///
    /// ```swift
    /// let api = EndpointController<APIError>(baseURL: Server.staging)
    /// ```
    ///
    /// - Parameters:
    ///   - server: The base URL, or a server with that URL; by default nil, for endpoints that have their own URLs. The
    ///     path must be empty or end in a slash. Otherwise, and if the server's `url` throws an error, a call that
    ///     needs the base URL throws ``EndpointError/invalidRequest(_:)``.
    ///   - transport: The transport that sends requests; by default `URLSessionTransport.shared`.
    ///   - middleware: The middleware around each call, the outermost first; by default none.
    ///   - rules: The rules for all calls; an endpoint can set each rule. The default is `EndpointRules()`.
    ///   - decoder: The decoder for server errors, and for payloads and elements whose parser does not have its own
    ///     decoder. Do not change the decoder afterwards. The default decoder reads dates in ISO 8601.
    public convenience init<Server: ServerType>(
        baseURL server: Server? = URL?.none,
        transport: any EndpointTransport = URLSessionTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        self.init(Result { try server?.url }, transport, middleware, rules, decoder)
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

    /// Creates a call; with a media type, the call asks for that type and accepts only that type, unless the endpoint
    /// specifies other types.
    ///
    /// The endpoint's own status codes take precedence too. A nil argument keeps the controller's rule.
    package func call(
        _ endpoint: some RequestProviderType,
        accepting mediaType: String? = nil,
        _ statusCodes: Set<Int>? = nil
    ) throws(EndpointError<ServerError>) -> Call {
        var rules = rules
        if let mediaType { rules.acceptedContentTypes = [mediaType] }
        if let statusCodes { rules.acceptedStatusCodes = statusCodes }
        let server = server.withLock(\.self)
        let baseURL = try? server.get()
        do {
            var request = try endpoint.request(relativeTo: baseURL)
            if let mediaType, request.value(forHTTPHeaderField: "Accept") == nil {
                request.setValue(mediaType, forHTTPHeaderField: "Accept")
            }
            return Call(endpoint, request, baseURL: baseURL, rules: rules)
        } catch EndpointRequestError.missingBaseURL {
            guard case .failure(let error) = server else {
                throw .invalidRequest(EndpointRequestError.missingBaseURL)
            }
            throw .invalidRequest(error)
        } catch {
            throw .invalidRequest(error)
        }
    }
}

extension EndpointController where ServerError == EndpointDefaultServerError {
    /// Creates a controller that reads the usual shapes of server errors.
    ///
    /// ```swift
    /// let api = EndpointController(baseURL: url)
    /// ```
    public convenience init<Server: ServerType>(
        baseURL server: Server? = URL?.none,
        transport: any EndpointTransport = URLSessionTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        self.init(Result { try server?.url }, transport, middleware, rules, decoder)
    }
}
