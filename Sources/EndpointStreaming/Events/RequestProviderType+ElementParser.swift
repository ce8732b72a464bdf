public import EndpointController
import Foundation

extension RequestProviderType {
    /// Returns the endpoint with the parser of its elements.
    ///
    /// ```swift
    /// for try await entry in api.elements(of: API.log.streamed(by: ElementParser<LogEntry>.jsonLines)) { show(entry) }
    /// ```
    ///
    /// - Parameter parser: The parser that makes the elements from the response.
    /// - Returns: An endpoint with the request and the settings of this endpoint. It is not `Sendable`, and cannot go
    ///   into a wrapper: call this method last, and in each task.
    public func streamed<Element>(
        by parser: ElementParser<Element>
    ) -> some RequestProviderType & ElementsProviderType<Element> {
        StreamedEndpoint(base: self, elementParser: parser)
    }
}

/// An endpoint with another parser of elements.
private struct StreamedEndpoint<Base: RequestProviderType, Element: Sendable>: EndpointWrapper, ElementsProviderType {
    let base: Base
    let elementParser: ElementParser<Element>
}

extension StreamedEndpoint: RequestProviderType {
    func request(relativeTo baseURL: URL?) throws -> URLRequest { try base.request(relativeTo: baseURL) }
}
