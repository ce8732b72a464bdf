public import EndpointTransports
public import Foundation

extension RESTEndpoint where Value == Data {
    /// Creates an endpoint whose payload is the body of the response.
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
    ) {
        self.method = method
        self.relativeURLString = relativeURLString
        self.queryItems = queryItems
        self.headerFields = headerFields
        self.body = body
        self.rules = rules
    }

    /// Creates an endpoint from path components; its payload is the body of the response.
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
    ) {
        self.init(
            method, path: PathSegment.joined(pathComponents), queryItems: queryItems, headerFields: headerFields,
            body: body,
            rules: rules)
    }
}
