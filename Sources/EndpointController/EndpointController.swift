public import Foundation

/// Loads endpoints, parses what comes back, and maps what goes wrong to one error.
///
/// ```swift
/// let controller = EndpointController<APIError>(baseURL: try Server.staging.url)
/// let user = try await controller.load(GetUser(id: 867))
/// ```
///
/// It can be used from any thread and any task. The base URL can be changed at any time; everything else is settled
/// when the controller is made.
public final class EndpointController<ServerError: EndpointServerError>: Sendable {
    let pipeline: Pipeline<ServerError>
    private let rules: EndpointRules
    private let currentBaseURL: Locked<URL?>

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that base URL endpoints are relative to, with a path that ends in a slash; nil if all
    ///     endpoints have URLs of their own. One that does not end in a slash makes every such call throw
    ///     ``EndpointBaseURLError/pathWithoutTrailingSlash(_:dropped:)``.
    ///   - transport: What sends requests.
    ///   - middleware: The steps around each call, the outermost first.
    ///   - rules: What responses must be like, and how long calls may take, where an endpoint does not say.
    ///   - decoder: What decodes payloads without a parser of their own, and server errors. It must not be changed any
    ///     more.
    public init(
        baseURL: URL? = nil,
        transport: any EndpointTransport = URLSessionTransport.shared,
        middleware: [any EndpointMiddleware] = [],
        rules: EndpointRules = EndpointRules(),
        decoder: JSONDecoder = .endpoint()
    ) {
        currentBaseURL = Locked(baseURL)
        pipeline = Pipeline(transport: transport, middleware: middleware, decoder: decoder, events: EventSource())
        self.rules = rules
    }

    /// The URL that base URL endpoints are relative to.
    ///
    /// It can be changed at any time. Calls under way keep the one that they began with.
    public var baseURL: URL? {
        get { currentBaseURL.withLock(\.self) }
        set { currentBaseURL.withLock { $0 = newValue } }
    }

    /// The failures that concern more than one call, from now on: the same as the notifications.
    ///
    /// ```swift
    /// for await event in controller.events where event.kind == .unauthorized { showLogin() }
    /// ```
    ///
    /// Each use of the property is a sequence of its own, which ends with the controller. Of events that nobody has
    /// taken, the newest 100 are kept.
    public var events: AsyncStream<EndpointEvent> { pipeline.events.events() }

    /// Settles all about a call of an endpoint.
    func call(_ endpoint: some EndpointType) throws(EndpointError<ServerError>) -> Call {
        do {
            return Call(endpoint, try endpoint.request, baseURL: baseURL, rules: rules)
        } catch {
            throw .invalidRequest(error)
        }
    }

    /// Settles all about a call of an endpoint.
    func call(_ endpoint: some BaseURLEndpointType) throws(EndpointError<ServerError>) -> Call {
        do {
            let baseURL = try EndpointBaseURLError.check(baseURL)
            return Call(endpoint, try endpoint.request(baseURL: baseURL), baseURL: baseURL, rules: rules)
        } catch {
            throw .invalidRequest(error)
        }
    }
}
