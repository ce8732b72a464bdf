public import Endpoint
public import Foundation

/// An endpoint that names the type that its responses are parsed to.
///
/// For a payload that is `Decodable`, `Data`, `String` or `Void`, the name of its type is enough:
///
/// ```swift
/// extension GetUser: PayloadProviderType {
///     typealias Payload = User
/// }
///
/// let user = try await controller.load(GetUser(id: 867))
/// ```
///
/// Any other payload needs a ``parser``. In a generic endpoint, the payload is an alias of the parameter, which needs
/// another name: `struct Get<Value: Decodable & Sendable>` with `typealias Payload = Value`.
///
/// In a module whose code belongs to the main actor by default, payloads have to be `nonisolated`, as does an extension
/// that conforms to this protocol; otherwise the compiler reports that the type of `parser` does not match.
public protocol PayloadProviderType: _NonisolatedConformance {
    /// The type that a response is parsed to.
    associatedtype Payload: Sendable

    /// Makes the payload from a response.
    var parser: PayloadParser<Payload> { get }
}

extension BoundEndpoint: PayloadProviderType where Base: PayloadProviderType {}

extension EndpointWrapper where Base: PayloadProviderType {
    /// The payload of the wrapped endpoint.
    public typealias Payload = Base.Payload

    /// The parser of the wrapped endpoint.
    public var parser: PayloadParser<Base.Payload> { base.parser }
}

extension PayloadProviderType where Payload: Decodable {
    /// Decodes JSON with the decoder of the controller; an empty body is nil for a payload that is optional.
    ///
    /// In generic code, a payload of the type `Data` or `String` is taken as it is.
    public var parser: PayloadParser<Payload> { .standard }
}

extension PayloadProviderType where Payload == Data {
    /// Takes the bytes as they are.
    public var parser: PayloadParser<Payload> { .data }
}

extension PayloadProviderType where Payload == String {
    /// Takes the body as text, in the charset that the response names.
    public var parser: PayloadParser<Payload> { .text }
}

extension PayloadProviderType where Payload == Void {
    /// Ignores the body of any response.
    public var parser: PayloadParser<Payload> { .none }
}
