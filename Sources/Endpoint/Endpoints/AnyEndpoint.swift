/// Any endpoint that has a URL of its own, without its type.
///
/// ```swift
/// let endpoints = [AnyEndpoint(GetStatus()), AnyEndpoint(GetIncidents())]
/// let requests = try endpoints.map { try $0.request }
/// ```
public struct AnyEndpoint: EndpointType {
    let endpoint: any EndpointType

    /// Erases the type of an endpoint.
    ///
    /// - Parameter endpoint: The endpoint whose requests this one builds.
    public init(_ endpoint: some EndpointType) {
        self.endpoint = endpoint
    }

    /// The request of the endpoint.
    ///
    /// - Throws: What the endpoint throws.
    public var request: URLRequest {
        get throws { try endpoint.request }
    }
}
