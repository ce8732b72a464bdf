public import Endpoint

/// An endpoint that says whether its request may be sent more than once.
///
/// Without it, the method decides (RFC 9110, section 9.2.2): a POST is not repeatable, a PUT is.
///
/// ```swift
/// extension SearchByPost: RepeatableProviderType {
///     var isRepeatable: Bool { true }
/// }
/// ```
public protocol RepeatableProviderType: _NonisolatedConformance {
    /// A Boolean value that indicates whether sending the request several times has the effect of sending it once.
    var isRepeatable: Bool { get }
}
