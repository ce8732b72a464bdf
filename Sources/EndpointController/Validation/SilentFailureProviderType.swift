/// An endpoint whose failures are not reported: they post no notification, send no event, and are not logged.
///
/// ```swift
/// extension Ping: SilentFailureProviderType {
///     var failsSilently: Bool { true }
/// }
/// ```
public protocol SilentFailureProviderType: _NonisolatedConformance {
    /// A Boolean value that indicates whether only the caller of the endpoint learns of its failures.
    var failsSilently: Bool { get }
}
