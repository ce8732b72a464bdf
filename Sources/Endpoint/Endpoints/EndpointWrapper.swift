public import Foundation

/// An endpoint whose request and rules are those of another endpoint, unless it says otherwise.
///
/// ## Writing a wrapper
///
/// Name the endpoint within `base`, and conform to the same endpoint protocol as that one:
///
/// ```swift
/// struct Draft<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType {
///     var base: Base
///
///     func request(baseURL: URL) throws -> URLRequest {
///         var request = try base.request(baseURL: baseURL)
///         request.setValue("draft", forHTTPHeaderField: "X-Stage")
///         return request
///     }
/// }
/// ```
///
/// Without a `request(baseURL:)` of its own, a wrapper has the request of its base. A controller finds the rules and the
/// paging of the base through any number of wrappers. A provider that the wrapper itself conforms to takes precedence.
/// For a wrapper to have the payload of its base, add:
///
/// ```swift
/// extension Draft: PayloadProviderType where Base: PayloadProviderType {}
/// ```
public protocol EndpointWrapper {
    /// The type of the endpoint within.
    associatedtype Base

    /// The endpoint within.
    var base: Base { get }
}

extension EndpointType where Self: EndpointWrapper, Base: EndpointType {
    /// The request of the endpoint within.
    ///
    /// - Throws: Rethrows the error of the endpoint within.
    public var request: URLRequest {
        get throws { try base.request }
    }
}

extension BaseURLEndpointType where Self: EndpointWrapper, Base: BaseURLEndpointType {
    /// Builds the request of the endpoint within for a server.
    ///
    /// - Parameter baseURL: An absolute URL, usually with a path that ends in a slash.
    /// - Returns: The request of the endpoint within.
    /// - Throws: Rethrows the error of the endpoint within.
    public func request(baseURL: URL) throws -> URLRequest {
        try base.request(baseURL: baseURL)
    }
}
