/// An endpoint that specifies the content types that it accepts.
///
/// ```swift
/// extension GetPhoto: AcceptedContentTypesProviderType {
///     var acceptedContentTypes: [String] { ["image/*"] }
/// }
/// ```
public protocol AcceptedContentTypesProviderType: SendableMetatype {
    /// The media types that are accepted: see ``EndpointRules/acceptedContentTypes``.
    var acceptedContentTypes: [String] { get }
}
