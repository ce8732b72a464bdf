public import EndpointTransports
public import Foundation

/// A base URL endpoint with a payload, for a request that does not need its own type.
///
/// ```swift
/// let apps = try await api.load(RESTEndpoint<[App]>(path: "apps", queryItems: .items(["limit": 20])))
/// let app = try await api.load(RESTEndpoint<App>(path: "apps/\(segment: id)"))
/// let icon = try await api.load(RESTEndpoint(path: .segments(["apps", id, "icon"])))  // Data
/// try await api.load(RESTEndpoint<Void>(.delete, path: "apps/\(segment: id)"))
/// ```
///
/// With neither a type argument nor a type from the context, the payload is `Data`. The payload of a
/// `RESTEndpoint<String>` is the body as it stands, of a JSON string with its quotes; `parser: .json` decodes it.
public struct RESTEndpoint<Payload: Sendable>: Sendable {
    /// The method of the request.
    public var method: HTTPMethod

    /// The URL relative to the base URL: without a scheme, a host or a slash at the start, and with data only as
    /// `\(segment: value)`.
    public var relativeURLString: String

    /// The query items, in the order in which they are appended to the URL.
    ///
    /// - Throws: Rethrows the error of the items that the initializer takes.
    public var queryItems: [URLQueryItem] { get throws { try items.get() } }

    private let items: Result<[URLQueryItem], any Error>

    /// The header fields of the request, keyed by name.
    public var headerFields: [String: String]

    /// The body of the request, if it has one.
    public var body: HTTPBody?

    /// The rules of the endpoint.
    public var rules: EndpointRules

    /// The parser of the payload.
    public let parser: PayloadParser<Payload>

    /// Creates an endpoint whose payload is made by a parser.
    ///
    /// - Parameters:
    ///   - method: The method of the request; by default `GET`.
    ///   - relativeURLString: The URL relative to the base URL, without a slash at the start: `/apps` would drop the
    ///     path of the base URL, which is an error. Interpolate data with `\(segment: value)`, or join segments with
    ///     `.segments(["apps", id])`. Pass query data as query items: in `"apps?q=\(text)"`, the text could add
    ///     `&admin=1`.
    ///   - queryItems: The query items; by default none. If they throw an error, as `try .encoded(filter)` may,
    ///     building the request throws it in `EndpointRequestError.queryItemsNotEncodable(_:)`.
    ///   - headerFields: The header fields; by default none.
    ///   - body: The body; by default none.
    ///   - rules: The rules of the endpoint; by default none.
    ///   - parser: The parser of the payload.
    public init(
        _ method: HTTPMethod = .get,
        path relativeURLString: String,
        queryItems: @autoclosure () throws -> [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        rules: EndpointRules = EndpointRules(),
        parser: PayloadParser<Payload>
    ) {
        self.method = method
        self.relativeURLString = relativeURLString
        items = Result { try queryItems() }
        self.headerFields = headerFields
        self.body = body
        self.rules = rules
        self.parser = parser
    }
}

extension RESTEndpoint where Payload: Decodable {
    /// Creates an endpoint whose payload is decoded; `Data` and `String` are the bytes and the text of the body.
    ///
    /// Start the path without a slash: `/apps` would drop the path of the base URL, which is an error.
    public init(
        _ method: HTTPMethod = .get,
        path: String,
        queryItems: @autoclosure () throws -> [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        rules: EndpointRules = EndpointRules()
    ) {
        self.init(
            method, path: path, queryItems: try queryItems(), headerFields: headerFields, body: body, rules: rules,
            parser: .standard)
    }
}

extension RESTEndpoint where Payload == Data {
    /// Creates an endpoint whose payload is the body of the response.
    ///
    /// Start the path without a slash: `/apps` would drop the path of the base URL, which is an error.
    public init(
        _ method: HTTPMethod = .get,
        path: String,
        queryItems: @autoclosure () throws -> [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        rules: EndpointRules = EndpointRules()
    ) {
        self.init(
            method, path: path, queryItems: try queryItems(), headerFields: headerFields, body: body, rules: rules,
            parser: .data)
    }
}

extension RESTEndpoint where Payload == Void {
    /// Creates an endpoint whose response body is ignored.
    ///
    /// Start the path without a slash: `/apps` would drop the path of the base URL, which is an error.
    // Disfavoured, so that without a type argument the payload is `Data`.
    @_disfavoredOverload
    public init(
        _ method: HTTPMethod = .get,
        path: String,
        queryItems: @autoclosure () throws -> [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        rules: EndpointRules = EndpointRules()
    ) {
        self.init(
            method, path: path, queryItems: try queryItems(), headerFields: headerFields, body: body, rules: rules,
            parser: .none)
    }
}

extension RESTEndpoint: APIEndpointType, PayloadProviderType, RulesProviderType {}

extension RESTEndpoint: _OpaqueType {
    /// The name of the type, the method, and the relative URL without its fragment and query values.
    public var description: String { "RESTEndpoint(\(method) \(Redaction.standard.outline(ofURL: relativeURLString)))" }
}
