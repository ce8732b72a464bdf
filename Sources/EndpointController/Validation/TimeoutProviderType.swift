/// An endpoint that sets the time limit of its calls.
///
/// ```swift
/// extension GetReport: TimeoutProviderType {
///     var timeout: Duration? { .seconds(300) }
/// }
/// ```
public protocol TimeoutProviderType: SendableMetatype {
    /// The time limit of a call, or nil for none: see ``EndpointRules/timeout``.
    var timeout: Duration? { get }
}
