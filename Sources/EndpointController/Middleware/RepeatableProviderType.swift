/// An endpoint that says whether its request may be sent more than once.
///
/// Without the conformance, a request with a nonempty `Idempotency-Key` or an idempotent method (RFC 9110, section
/// 9.2.2) may be sent more than once. PUT is idempotent; POST is not. In any case, the body must be readable again.
///
/// ```swift
/// extension SearchByPost: RepeatableProviderType {
///     var isRepeatable: Bool { true }
/// }
/// ```
public protocol RepeatableProviderType: SendableMetatype {
    /// A Boolean value that indicates whether sending the request several times has the same effect as sending it once.
    var isRepeatable: Bool { get }
}
