/// An endpoint whose failures are not reported: they post no notification, send no event, and are not logged.
///
/// ```swift
/// extension Ping: SilentFailureProviderType {
///     var failsSilently: Bool { true }
/// }
/// ```
public protocol SilentFailureProviderType: _NonisolatedConformance {
    /// Whether failures are kept between the endpoint and who loads it.
    var failsSilently: Bool { get }
}
