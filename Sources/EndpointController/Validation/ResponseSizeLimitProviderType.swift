/// An endpoint that limits the number of bytes in the body of its response.
///
/// ```swift
/// extension GetUser: ResponseSizeLimitProviderType {
///     var responseSizeLimit: Int? { 65_536 }
/// }
/// ```
public protocol ResponseSizeLimitProviderType: SendableMetatype {
    /// The maximum number of bytes in a body, or nil for no limit: see ``EndpointRules/responseSizeLimit``.
    var responseSizeLimit: Int? { get }
}
