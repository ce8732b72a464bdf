public import Foundation

/// An endpoint that wraps another endpoint, and uses the request and the settings of that endpoint by default.
///
/// ## Writing a wrapper
///
/// Name the wrapped endpoint `base`, and conform to its endpoint protocol:
///
/// ```swift
/// struct Draft<Base: BaseURLEndpointType> { var base: Base }
///
/// extension Draft: EndpointWrapper, BaseURLEndpointType {
///     func request(baseURL: URL) throws -> URLRequest {
///         var request = try base.request(baseURL: baseURL)
///         request.setValue("draft", forHTTPHeaderField: "X-Stage")
///         return request
///     }
/// }
/// ```
///
/// Without its own `request` or `request(baseURL:)`, a wrapper uses the request of its base. That request ignores the
/// wrapper's own parts, such as ``HeaderFieldsProviderType/headerFields``: change the request as above instead.
///
/// A controller finds the settings of the base, such as the timeout and the paging, through any number of wrappers. If
/// a wrapper itself conforms to the provider of a setting, the wrapper's setting takes precedence. To give a wrapper
/// the payload of its base, add:
///
/// ```swift
/// extension Draft: PayloadProviderType where Base: PayloadProviderType {}
/// ```
public protocol EndpointWrapper: SendableMetatype {
    /// The type of the wrapped endpoint.
    associatedtype Base

    /// The wrapped endpoint.
    var base: Base { get }
}

extension EndpointType where Self: EndpointWrapper, Base: EndpointType {
    /// The request of the wrapped endpoint.
    ///
    /// - Throws: Rethrows the error of the wrapped endpoint.
    public var request: URLRequest {
        get throws { try base.request }
    }
}

extension BaseURLEndpointType where Self: EndpointWrapper, Base: BaseURLEndpointType {
    /// Builds the request of the wrapped endpoint for a base URL.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request of the wrapped endpoint.
    /// - Throws: Rethrows the error of the wrapped endpoint.
    public func request(baseURL: URL) throws -> URLRequest {
        try base.request(baseURL: baseURL)
    }
}
