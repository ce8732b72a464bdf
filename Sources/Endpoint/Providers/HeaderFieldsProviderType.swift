/// A type that provides header fields of a request.
///
/// ```swift
/// extension GetUser: HeaderFieldsProviderType {
///     var headerFields: [String: String] { ["Accept": "application/json"] }
/// }
/// ```
///
/// Names and values are checked when the request is built: see ``EndpointRequestError/invalidHeaderFieldName(_:)``,
/// ``EndpointRequestError/invalidHeaderFieldValue(name:value:)`` and
/// ``EndpointRequestError/duplicateHeaderField(_:_:)``.
public protocol HeaderFieldsProviderType: _NonisolatedConformance {
    /// The header fields of the request, keyed by name.
    ///
    /// `.fields(["X-Trace": trace])` leaves out a field whose value is nil.
    ///
    /// A `Content-Type` given here takes precedence over the body's content type.
    var headerFields: [String: String] { get }
}

extension _RequestParts where Self: HeaderFieldsProviderType {
    public var _headerFields: [String: String]? { headerFields }
}
