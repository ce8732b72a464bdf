public import EndpointTransports

/// An ``EndpointError`` of any controller, for code that does not know the type of the server error.
///
/// One function can show the errors of several controllers:
///
/// ```swift
/// func show(_ error: any Error) {
///     guard let error = error as? any AnyEndpointError, error.kind != .cancelled else { return }
///     alert(error.serverReason ?? error.localizedDescription, canRetry: error.kind == .serverUnreachable)
/// }
/// ```
public protocol AnyEndpointError: _DescribedError {
    /// The case of the error.
    var kind: EndpointErrorKind { get }

    /// The response that the error contains, or nil if it does not contain one.
    var response: EndpointResponse? { get }

    /// The `reason` of the server error, otherwise its `detail`, otherwise its `error`, otherwise nil.
    var serverReason: String? { get }
}
