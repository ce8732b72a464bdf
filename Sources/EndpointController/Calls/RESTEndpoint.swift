public import EndpointTransports
public import Foundation

/// A base URL endpoint with a payload, for a request that does not need its own type.
///
/// ```swift
/// let apps = try await api.load(RESTEndpoint<[App]>(path: "apps", queryItems: .items(["limit": 20])))
/// let app = try await api.load(RESTEndpoint<App>(path: "apps/\(segment: id)"))
/// let icon = try await api.load(RESTEndpoint(pathComponents: ["apps", id, "icon"]))  // Data
/// try await api.load(RESTEndpoint(.delete, path: "apps/\(segment: id)").parsed(by: .none))
/// ```
///
/// With neither a type argument nor a type from the context, the payload is `Data`.
public struct RESTEndpoint<Value: Sendable> {
    /// The method of the request.
    public var method: HTTPMethod

    /// The URL relative to the base URL.
    public var relativeURLString: String

    /// The query items, in the order in which they are appended to the URL.
    public var queryItems: [URLQueryItem]

    /// The header fields of the request, keyed by name.
    public var headerFields: [String: String]

    /// The body of the request, if it has one.
    public var body: HTTPBody?

    /// The rules of the endpoint.
    public var rules: EndpointRules

    /// Creates an endpoint with a payload.
    ///
    /// - Parameters:
    ///   - method: The method of the request; by default `GET`.
    ///   - relativeURLString: The URL relative to the base URL. Interpolate data with `\(segment: value)`.
    ///   - queryItems: The query items; by default none.
    ///   - headerFields: The header fields; by default none.
    ///   - body: The body; by default none.
    ///   - rules: The rules of the endpoint; by default none.
    public init(
        _ method: HTTPMethod = .get,
        path relativeURLString: String,
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        rules: EndpointRules = EndpointRules()
    ) where Value: Decodable {
        self.method = method
        self.relativeURLString = relativeURLString
        self.queryItems = queryItems
        self.headerFields = headerFields
        self.body = body
        self.rules = rules
    }

    /// Creates an endpoint from path components, with a payload.
    ///
    /// - Parameters:
    ///   - method: The method of the request; by default `GET`.
    ///   - pathComponents: The components of the path, relative to the base URL. The description of each is
    ///     percent-encoded as one segment. If a component is empty, or is `.` or `..`, even with parameters as in
    ///     `..;x=1`, building the request throws `EndpointRequestError.unsafePathSegment`.
    ///   - queryItems: The query items; by default none.
    ///   - headerFields: The header fields; by default none.
    ///   - body: The body; by default none.
    ///   - rules: The rules of the endpoint; by default none.
    public init(
        _ method: HTTPMethod = .get,
        pathComponents: [any CustomStringConvertible],
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        rules: EndpointRules = EndpointRules()
    ) where Value: Decodable {
        self.init(
            method, path: PathSegment.joined(pathComponents), queryItems: queryItems, headerFields: headerFields,
            body: body,
            rules: rules)
    }
}

extension RESTEndpoint: APIEndpointType, RulesProviderType {}
extension RESTEndpoint: Sendable {}

extension RESTEndpoint: PayloadProviderType where Value: Decodable {
    /// The type that the response is parsed as.
    public typealias Payload = Value
}

extension RESTEndpoint: _OpaqueType, ShownAsText {
    /// The name of the type, the method, and the relative URL without its fragment and query values.
    package var text: String { "RESTEndpoint(\(method) \(Credentials.outline(ofURL: relativeURLString)))" }
}
