/// An endpoint that says how long its call may take.
///
/// ```swift
/// extension GetReport: TimeoutProviderType {
///     var timeout: Duration? { .seconds(300) }
/// }
/// ```
public protocol TimeoutProviderType: _NonisolatedConformance {
    /// The time limit of a call, or nil for none: see ``EndpointRules/timeout``.
    var timeout: Duration? { get }
}
