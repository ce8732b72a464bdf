/// A type that supplies header fields of a request.
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
public protocol HeaderFieldsProviderType: SendableMetatype {
    /// The header fields of the request, keyed by name.
    ///
    /// To leave out fields whose values are nil, write `.fields(["X-Trace": trace])`.
    ///
    /// A `Content-Type` given here takes precedence over the body's content type.
    var headerFields: [String: String] { get }
}

extension _RequestParts where Self: HeaderFieldsProviderType {
    public var _headerFields: [String: String]? { headerFields }
}
