public import EndpointTransports

/// A failure that concerns more than the call that failed.
///
/// Events are delivered and their notifications are posted in the order of the failures, on a queue that no call waits
/// for.
public struct EndpointEvent: Sendable {
    /// A kind of failure.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// No connection could be made.
        case serverUnreachable
        /// No valid response arrived: see ``EndpointError/serverNotResponding(_:_:)``.
        ///
        /// An ``EndpointError/timedOut(_:)`` does not cause an event.
        case serverNotResponding
        /// The request lacked valid credentials: the status was 401 (RFC 9110, section 15.5.2).
        case unauthorized
    }

    /// The kind of the failure.
    public let kind: Kind

    /// The request of the call, before any changes by middleware.
    public let request: URLRequest

    /// The ``EndpointError`` of the failure.
    public let error: any Error
}

extension EndpointEvent: _OpaqueType {
    /// The kind of the failure, and the error's description.
    public var description: String { "\(kind): \(error)" }
}
