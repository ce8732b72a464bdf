/// A type that provides the body of a request.
///
/// ```swift
/// extension CreateUser: BodyProviderType {
///     var body: HTTPBody? { .json(user) }
/// }
/// ```
public protocol BodyProviderType: _NonisolatedConformance {
    /// The body of the request, or nil for a request without one.
    ///
    /// A body on `GET`, `HEAD` or `TRACE` is refused: see ``EndpointRequestError/bodyNotAllowed(_:)``.
    var body: HTTPBody? { get }
}

extension _RequestParts where Self: BodyProviderType {
    public var _body: HTTPBody? { body }
}
