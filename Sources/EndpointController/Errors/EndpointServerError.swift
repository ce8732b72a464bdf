/// What a server says of an error in the body of its response, as JSON.
///
/// A type adopts it with the fields that the server sends:
///
/// ```swift
/// struct APIError: EndpointServerError {
///     var reason: String?
///     var code: Int?
/// }
///
/// let controller = EndpointController<APIError>(baseURL: staging)
/// ```
///
/// Declare `error`, `reason` and `detail` as optional, also where the server always sends them: a property of another type
/// is not the one that this protocol asks for, and what it says would stand in no description.
///
/// What it says stands in the description of the ``EndpointError``. ``EndpointDefaultServerError`` is the ready-made
/// one.
public protocol EndpointServerError: Codable, Equatable, Sendable {
    /// What kind of error it is, in a word or two; nil if the server does not say.
    var error: String? { get }

    /// Why it happened; nil if the server does not say.
    var reason: String? { get }

    /// More about it; nil if the server does not say.
    var detail: String? { get }
}

extension EndpointServerError {
    /// Nil.
    public var error: String? { nil }

    /// Nil.
    public var reason: String? { nil }

    /// Nil.
    public var detail: String? { nil }
}
