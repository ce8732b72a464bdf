public import Foundation

/// A type that supplies the body of a request.
///
/// ```swift
/// extension CreateUser: BodyProviderType {
///     var body: HTTPBody { .jsonEncoded(user) }
/// }
/// ```
///
/// The static methods of ``HTTPBody`` do not throw: if a body cannot be made, building the request throws the error. If
/// your own code can fail while it makes the body, declare a getter that throws:
///
/// ```swift
/// extension ImportUsers: BodyProviderType {
///     var body: HTTPBody { get throws { .text(try table.csv(), contentType: "text/csv") } }
/// }
/// ```
public protocol BodyProviderType: SendableMetatype {
    /// The body of the request, or nil for a request without a body.
    ///
    /// If the getter throws an ``EndpointRequestError``, building the request rethrows it. Any other error is wrapped
    /// in ``EndpointRequestError/bodyNotEncodable(_:)``. A body on `GET`, `HEAD` or `TRACE` is refused: see
    /// ``EndpointRequestError/bodyNotAllowed(_:)``.
    var body: BodyValue { get throws }

    /// The type of the body: `HTTPBody`, or `HTTPBody?` for a request that may have no body.
    associatedtype BodyValue: HTTPBodyValue = HTTPBody?
}

/// The type of a body: `HTTPBody` or `HTTPBody?`.
public protocol HTTPBodyValue {
    /// The body, or nil for none.
    var httpBody: HTTPBody? { get }
}

extension HTTPBody: HTTPBodyValue {
    /// The body itself.
    public var httpBody: HTTPBody? { self }
}

extension Optional: HTTPBodyValue where Wrapped == HTTPBody {
    /// The body itself.
    public var httpBody: HTTPBody? { self }
}

// A body of another type, in the braces of an endpoint, would otherwise not be sent, and the compiler would say nothing.

@available(*, unavailable, message: "Declare an HTTPBody, such as .data(bytes)")
extension Data: HTTPBodyValue {
    public var httpBody: HTTPBody? { nil }
}

@available(*, unavailable, message: "Declare an HTTPBody, such as .text(string)")
extension String: HTTPBodyValue {
    public var httpBody: HTTPBody? { nil }
}

@available(*, unavailable, message: "Declare an HTTPBody, such as .json([\"name\": name])")
extension Dictionary: HTTPBodyValue {
    public var httpBody: HTTPBody? { nil }
}
