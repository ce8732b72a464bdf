public import EndpointTransports
public import Foundation

/// An endpoint that names the type that its responses are parsed into.
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
/// Any other payload needs a ``parser``. In a generic endpoint, declare `Payload` as a type alias, not as a generic
/// parameter: for example, `struct Get<Value: Decodable & Sendable>` with `typealias Payload = Value`.
///
/// In a module whose code is isolated to the main actor by default, declare payloads, and extensions that add this
/// conformance, as `nonisolated`.
public protocol PayloadProviderType<Payload>: SendableMetatype {
    /// The type that a response is parsed into; declare it, as in `typealias Payload = User`.
    associatedtype Payload: Sendable

    /// The parser that makes the payload from a response.
    var parser: PayloadParser<Payload> { get }

    // The compiler warns of rules that nothing reads, because they nearly match this requirement.
    @available(*, deprecated, message: "Conform to RulesProviderType") var rules: Never? { get }
}

extension PayloadProviderType {
    @available(*, deprecated, message: "Conform to RulesProviderType") public var rules: Never? { nil }
}

extension BoundEndpoint: PayloadProviderType where Base: PayloadProviderType {}

extension EndpointWrapper where Base: PayloadProviderType {
    /// The type of the wrapped endpoint's payload.
    public typealias Payload = Base.Payload
}

extension EndpointWrapper where Self: PayloadProviderType, Base: PayloadProviderType {
    /// The parser of the wrapped endpoint.
    public var parser: PayloadParser<Base.Payload> { base.parser }
}

extension PayloadProviderType where Payload: Decodable {
    /// A parser that decodes JSON with the decoder of the controller; an empty body is nil for an optional payload.
    ///
    /// A payload of the type `Data?` or `String?` is the bytes or the text of the body, not decoded from JSON. The same
    /// applies to a payload of the type `Data` or `String` in generic code.
    public var parser: PayloadParser<Payload> { .standard }
}

// `.standard` covers `Data` and `String` too. But without the extensions for these types, the compiler would infer
// `Void` as the payload of a generic endpoint whose parameter is named `Payload`, instead of reporting an error.
extension PayloadProviderType where Payload == Data {
    /// A parser that returns the bytes of the body.
    public var parser: PayloadParser<Payload> { .data }
}

extension PayloadProviderType where Payload == String {
    /// A parser that returns the body as text, in the charset that the response names, by default UTF-8.
    ///
    /// A body of JSON is text too: from `"a\u00e9"`, you get the quotes and the escape. To decode a JSON string,
    /// declare the parser `.json`.
    public var parser: PayloadParser<Payload> { .text }
}

extension PayloadProviderType where Payload == Void {
    /// A parser that ignores the body of any response.
    public var parser: PayloadParser<Payload> { .none }
}

extension PayloadProviderType {
    /// Makes the compiler reject a payload without a parser, with advice on what to do.
    @available(
        *, unavailable,
        message: """
            the payload has no parser. Conform it to Decodable and Sendable, or declare the parser. In a module that \
            belongs to the main actor, write nonisolated before the payload
            """
    )
    public var parser: PayloadParser<Payload> { PayloadParser { _ in throw EndpointPayloadError.emptyBody } }
}
