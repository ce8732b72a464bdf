/// A type-erased endpoint that has its own URL.
///
/// ```swift
/// let endpoints = [AnyEndpoint(GetStatus()), AnyEndpoint(GetIncidents())]
/// let requests = try endpoints.map { try $0.request }
/// ```
public struct AnyEndpoint: EndpointType, EndpointWrapper, Sendable {
    /// The endpoint whose type is erased.
    public let base: any EndpointType & Sendable

    /// Erases the type of an endpoint.
    ///
    /// - Parameter endpoint: The endpoint that builds the requests.
    public init(_ endpoint: some EndpointType & Sendable) {
        base = endpoint
    }

    /// The request of the endpoint.
    ///
    /// - Throws: Rethrows errors from the endpoint.
    public var request: URLRequest {
        get throws { try base.request }
    }
}
