public import EndpointController
public import Foundation

extension RequestProviderType {
    /// Returns the endpoint with the parser of its elements.
    ///
    /// ```swift
    /// for try await entry in api.elements(of: API.log.streamed(by: ElementParser<LogEntry>.jsonLines)) { show(entry) }
    /// ```
    ///
    /// - Parameter parser: The parser that makes the elements from the response.
    /// - Returns: An endpoint with the request and the settings of this endpoint.
    public func streamed<Element>(
        by parser: ElementParser<Element>
    ) -> StreamedEndpoint<Self, Element> {
        StreamedEndpoint(base: self, elementParser: parser)
    }
}

/// An endpoint with the parser of its elements: see `streamed(by:)`.
public struct StreamedEndpoint<Base: RequestProviderType, Element: Sendable>: EndpointWrapper, ElementsProviderType {
    /// The endpoint itself.
    public let base: Base
    /// The parser that makes the elements from the response.
    public let elementParser: ElementParser<Element>
}

extension StreamedEndpoint: RequestProviderType {
    /// Builds the request of the endpoint.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest { try base.request(relativeTo: baseURL) }
}

extension StreamedEndpoint: EndpointType where Base: EndpointType {}
extension StreamedEndpoint: BaseURLEndpointType where Base: BaseURLEndpointType {}
extension StreamedEndpoint: Sendable where Base: Sendable {}
