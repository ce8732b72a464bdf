/// An endpoint that can keep its failures out of notifications, events and logs.
///
/// Metrics and traces still include the failures.
///
/// ```swift
/// extension Ping: SilentFailureProviderType {
///     var failsSilently: Bool { true }
/// }
/// ```
public protocol SilentFailureProviderType: SendableMetatype {
    /// A Boolean value that indicates whether the endpoint's failures stay out of notifications, events and logs.
    var failsSilently: Bool { get }
}
