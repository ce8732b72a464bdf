/// An endpoint that specifies the status codes that it accepts.
///
/// ```swift
/// extension FindUser: AcceptedStatusCodesProviderType {
///     var acceptedStatusCodes: Set<Int> { [200, 404] }
/// }
/// ```
public protocol AcceptedStatusCodesProviderType: SendableMetatype {
    /// The status codes that are accepted: see ``EndpointRules/acceptedStatusCodes``.
    var acceptedStatusCodes: Set<Int> { get }
}
