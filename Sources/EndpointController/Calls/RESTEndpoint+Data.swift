public import Endpoint
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
    ///   - timeout: The time limit of a call; by default nil, for the limit in the controller's rules.
    ///   - acceptedStatusCodes: The status codes that are accepted; by default nil, for the status codes in
    ///     the controller's rules.
    public init(
        _ method: HTTPMethod = .get,
        path relativeURLString: String,
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        timeout: Duration? = nil,
        acceptedStatusCodes: Set<Int>? = nil
    ) {
        self.init(
            method, path: relativeURLString, queryItems: queryItems, headerFields: headerFields, body: body,
            paging: nil, timeout: timeout, acceptedStatusCodes: acceptedStatusCodes)
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
    ///   - timeout: The time limit of a call; by default nil, for the limit in the controller's rules.
    ///   - acceptedStatusCodes: The status codes that are accepted; by default nil, for the status codes in
    ///     the controller's rules.
    public init(
        _ method: HTTPMethod = .get,
        pathComponents: [any CustomStringConvertible],
        queryItems: [URLQueryItem] = [],
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        timeout: Duration? = nil,
        acceptedStatusCodes: Set<Int>? = nil
    ) {
        self.init(
            method, path: PathSegment.joined(pathComponents), queryItems: queryItems, headerFields: headerFields,
            body: body,
            timeout: timeout, acceptedStatusCodes: acceptedStatusCodes)
    }
}
