public import EndpointController

/// An endpoint whose response is a stream of elements, such as server-sent events or lines of JSON.
///
/// ```swift
/// extension Chat: ElementsProviderType {
///     var elementParser: ElementParser<Chunk> { .jsonEvents(until: "[DONE]") }
/// }
///
/// for try await chunk in api.elements(of: Chat(prompt)) { print(chunk.text, terminator: "") }
/// ```
public protocol ElementsProviderType<Element>: SendableMetatype {
    /// The type of an element.
    associatedtype Element: Sendable

    /// The parser of the elements.
    var elementParser: ElementParser<Element> { get }
}

extension BoundEndpoint: ElementsProviderType where Base: ElementsProviderType {}

extension EndpointWrapper where Base: ElementsProviderType {
    /// The parser of the wrapped endpoint.
    public var elementParser: ElementParser<Base.Element> { base.elementParser }
}
