public import Endpoint
public import Foundation

/// A base URL endpoint as a value, with its payload, for a request that does not need its own type.
///
/// ```swift
/// let apps = try await api.load(RESTEndpoint<[App]>(path: "apps", queryItems: .items(["limit": 20])))
/// let app = try await api.load(RESTEndpoint<App>(path: "apps/\(segment: id)"))
/// let icon = try await api.load(RESTEndpoint(pathComponents: ["apps", id, "icon"]))  // Data
/// try await api.load(RESTEndpoint(.delete, path: "apps/\(segment: id)"), parser: .none)
/// ```
///
/// Without a type, the payload is `Data`.
public struct RESTEndpoint<Value: Sendable> {
    /// The method of the request.
    public var method: HTTPMethod

    /// The URL relative to the base URL.
    public var relativeURLString: String

    /// The query items, in the order in which they are appended to the URL.
    public var queryItems: [URLQueryItem]

    /// The header fields of the request, values by names.
    public var headerFields: [String: String]

    /// The body of the request, if it has one.
    public var body: HTTPBody?

    /// The way to ask for pages; nil to let the payload decide (``PagedPayloadType``).
    public var paging: EndpointPaging?

    /// The time limit of a call; nil for the limit in the rules of the controller.
    public var timeout: Duration?

    /// The status codes that are accepted; nil for those that the rules of the controller accept.
    public var acceptedStatusCodes: Set<Int>?

    /// Creates an endpoint with a payload.
    ///
    /// - Parameters:
    ///   - method: The method of the request; by default `GET`.
    ///   - relativeURLString: The URL relative to the base URL. Interpolate data with `\(segment: value)`.
    ///   - queryItems: The query items; by default none.
    ///   - headerFields: The header fields; by default none.
    ///   - body: The body; by default none.
    ///   - paging: The way to ask for pages; by default as the payload says.
    ///   - timeout: The time limit of a call; by default as the rules of the controller say.
    ///   - acceptedStatusCodes: The status codes that are accepted; by default those of the controller's rules.
    public init(
        _ method: HTTPMethod = .get,
        path relativeURLString: String,
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        paging: EndpointPaging? = nil,
        timeout: Duration? = nil,
        acceptedStatusCodes: Set<Int>? = nil
    ) where Value: Decodable {
        self.method = method
        self.relativeURLString = relativeURLString
        self.queryItems = queryItems
        self.headerFields = headerFields
        self.body = body
        self.paging = paging
        self.timeout = timeout
        self.acceptedStatusCodes = acceptedStatusCodes
    }

    /// Creates an endpoint with a payload from path components.
    ///
    /// - Parameters:
    ///   - method: The method of the request; by default `GET`.
    ///   - pathComponents: The components of the path, relative to the base URL. Each is data: its description is
    ///     percent-encoded as one segment. A component that is empty, `.` or `..` makes building the request throw
    ///     `EndpointRequestError.unsafePathSegment`.
    ///   - queryItems: The query items; by default none.
    ///   - headerFields: The header fields; by default none.
    ///   - body: The body; by default none.
    ///   - paging: The way to ask for pages; by default as the payload says.
    ///   - timeout: The time limit of a call; by default as the rules of the controller say.
    ///   - acceptedStatusCodes: The status codes that are accepted; by default those of the controller's rules.
    public init(
        _ method: HTTPMethod = .get,
        pathComponents: [any CustomStringConvertible],
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        paging: EndpointPaging? = nil,
        timeout: Duration? = nil,
        acceptedStatusCodes: Set<Int>? = nil
    ) where Value: Decodable {
        self.init(
            method, path: PathSegment.joined(pathComponents), queryItems: queryItems, headerFields: headerFields,
            body: body,
            paging: paging, timeout: timeout, acceptedStatusCodes: acceptedStatusCodes)
    }
}

extension RESTEndpoint: APIEndpointType, CallOptions {}
extension RESTEndpoint: Sendable {}

extension RESTEndpoint: PayloadProviderType where Value: Decodable {
    /// The type that a response is parsed to.
    public typealias Payload = Value
}
