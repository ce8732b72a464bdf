/// A promise that every transport has to keep.
///
/// Filter ``ComplianceCheck/all`` for the checks of a promise:
///
/// ```swift
/// let aboutCancellation = ComplianceCheck.all.filter { $0.promise == .cancellation }
/// ```
public enum TransportPromise: String, CaseIterable, Sendable {
    /// The transport follows no redirect: a 3xx response arrives with its header fields and its body.
    case redirects

    /// The transport does not answer a server's challenge: a 401 or 407 response arrives with its body (RFC 9110,
    /// section 11).
    case challenges

    /// The transport sends a request whose method is not idempotent (RFC 9110, section 9.2.2) at most once.
    ///
    /// An idempotent request whose reused connection turns out to be closed is sent again, whole, on another
    /// connection, if its body can be read again.
    case sendOnce

    /// A call that is cancelled at its deadline ends within 100 ms, and not before.
    ///
    /// The transport delivers the bytes of a body as they arrive, and reports the progress of an upload as it is sent.
    /// A caller can therefore tell a slow transfer from one that makes no progress.
    case deadlines

    /// A call that is cancelled throws `EndpointTransportError.cancelled` within 100 ms.
    ///
    /// A cancelled call, or a body that is released before its end, does not keep its connection.
    case cancellation

    /// A body that ends short of its `Content-Length` or last chunk is reported as truncated (RFC 9112, section 8).
    case truncation

    /// The caller can cut off a body without end, even a compressed one, before it fills memory.
    ///
    /// A head without end is an error, and does not fill memory either.
    case sizeLimits

    /// A body that waits for a slow reader does not fill memory.
    case slowReaders

    /// Requests and responses arrive whole, with bodies of every kind and with many header fields.
    ///
    /// The checks send responses with 250 fields or a field of 60,000 bytes, and requests with 300 fields. A response
    /// with 300 fields may fail instead. The progress of an upload is reported in steps, up to its last byte.
    case messages

    /// Errors distinguish an unreachable server, a server that does not respond, and a request that cannot be sent.
    case failures
}

extension TransportPromise: CustomStringConvertible {
    /// The promise in a sentence.
    public var description: String {
        switch self {
        case .redirects: "A redirect is delivered as a response, not followed."
        case .challenges: "A 401 or 407 with a challenge is delivered as a response."
        case .sendOnce: "A request that is not idempotent is sent at most once."
        case .deadlines: "A call ends at its deadline, and slow progress shows."
        case .cancellation: "Cancelling ends a call at once, with one outcome."
        case .truncation: "A body that is cut short ends the call with an error."
        case .sizeLimits: "A response without end can be cut off."
        case .slowReaders: "A slow reader of a body does not fill memory."
        case .messages: "Requests and responses arrive whole."
        case .failures: "Errors distinguish the kinds of failure."
        }
    }
}
