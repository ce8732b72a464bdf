/// An endpoint that says how long its call may take.
///
/// ```swift
/// extension GetReport: TimeoutProviderType {
///     var timeout: Duration? { .seconds(300) }
/// }
/// ```
public protocol TimeoutProviderType: _NonisolatedConformance {
    /// How long a call may take, or nil for as long as it likes: see ``EndpointRules/timeout``.
    var timeout: Duration? { get }
}
