public import EndpointController
public import Foundation

/// An endpoint together with a paging style: see `paged(by:)`.
public struct PagedEndpoint<Base: RequestProviderType>: EndpointWrapper, PagingProviderType {
    /// The endpoint.
    public let base: Base

    /// The paging style.
    public let paging: EndpointPaging
}

extension PagedEndpoint: RequestProviderType {
    /// Builds the request of the endpoint.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest { try base.request(relativeTo: baseURL) }
}

extension PagedEndpoint: EndpointType where Base: EndpointType {}
extension PagedEndpoint: BaseURLEndpointType where Base: BaseURLEndpointType {}
extension PagedEndpoint: PayloadProviderType where Base: PayloadProviderType {}
extension PagedEndpoint: Sendable where Base: Sendable {}

extension RequestProviderType {
    /// Returns the endpoint with a paging style, which takes precedence over its own.
    ///
    /// ```swift
    /// let users = RESTEndpoint<[User]>(path: "users").paged(by: .link())
    /// for try await page in api.pages(of: users) { show(page) }
    /// ```
    ///
    /// - Parameter paging: The paging style.
    /// - Returns: An endpoint with the request, the payload and the settings of this endpoint.
    public func paged(by paging: EndpointPaging) -> PagedEndpoint<Self> {
        PagedEndpoint(base: self, paging: paging)
    }
}
