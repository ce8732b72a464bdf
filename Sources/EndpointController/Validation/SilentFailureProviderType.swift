/// An endpoint whose failures are not reported: they post no notification, send no event, and are not logged.
///
/// Metrics and traces still include the failures.
///
/// ```swift
/// extension Ping: SilentFailureProviderType {
///     var failsSilently: Bool { true }
/// }
/// ```
public protocol SilentFailureProviderType: _NonisolatedConformance {
    /// A Boolean value that indicates whether the endpoint's failures stay out of notifications, events and logs.
    var failsSilently: Bool { get }
}
