/// An endpoint that says how many bytes the body of its response may have.
///
/// ```swift
/// extension GetUser: ResponseSizeLimitProviderType {
///     var responseSizeLimit: Int? { 65_536 }
/// }
/// ```
public protocol ResponseSizeLimitProviderType: _NonisolatedConformance {
    /// The largest number of bytes in a body, or nil for any number: see ``EndpointRules/responseSizeLimit``.
    var responseSizeLimit: Int? { get }
}
