/// A promise of `EndpointController` that every transport has to make possible.
///
/// Each promise has its ``ComplianceCheck``s:
///
/// ```swift
/// let aboutDeadlines = ComplianceCheck.all.filter { $0.promise == .deadlines }
/// ```
public enum TransportPromise: String, CaseIterable, Sendable {
    /// Credentials, and the header fields that middleware adds or changes (except `Idempotency-Key`), do not follow a
    /// redirect to another origin (RFC 9110, section 15.4).
    case credentials

    /// A request whose method is not idempotent (RFC 9110, section 9.2.2) is sent at most once.
    ///
    /// An idempotent request whose reused connection turns out to be closed is sent again, whole, on a new connection.
    case sendOnce

    /// A call ends within 100 ms of its deadline, even while its body is arriving.
    case deadlines

    /// Redirects change method and body only as RFC 9110, section 15.4, specifies.
    case redirects

    /// A `Location` is resolved by RFC 3986, and at most 20 redirects are followed.
    case locations

    /// A 401 or a 407 with a challenge ends the call, with that status and its body (RFC 9110, section 11).
    case challenges

    /// Cancelling a call at any time ends it at once, with exactly one outcome.
    ///
    /// A direct call to the transport also ends within 100 ms of its cancellation.
    case cancellation

    /// A body that ends before its `Content-Length` or within a chunk is a truncation error (RFC 9112, section 8).
    case truncation

    /// A response over the limit, counted after decompression, is cut off with an error.
    ///
    /// An endless head is cut off too.
    case sizeLimits

    /// A body that waits for a slow reader does not fill memory.
    case slowReaders

    /// A download runs in constant memory, is moved into place when it is whole, and can resume (RFC 9110, section 14).
    case downloads

    /// Requests and responses arrive whole, with all of their header fields and bodies of every kind.
    ///
    /// The checks send responses with 250 fields or a field of 60,000 bytes, and requests with 300 fields. The progress
    /// of an upload is reported in steps, up to its last byte.
    case messages

    /// Errors distinguish failures: a server that cannot be reached, a server that does not respond, and so on.
    case failures
}

extension TransportPromise: CustomStringConvertible {
    /// A readable sentence.
    public var description: String {
        switch self {
        case .credentials: "Credentials do not follow a redirect to another origin."
        case .sendOnce: "A request that is not idempotent is sent at most once."
        case .deadlines: "A call ends within 100 ms of its deadline."
        case .redirects: "Redirects change method and body as RFC 9110 specifies."
        case .locations: "At most 20 redirects are followed, resolved by RFC 3986."
        case .challenges: "A 401 or 407 with a challenge is a response like any other."
        case .cancellation: "Cancelling ends a call at once, with one outcome."
        case .truncation: "A body that is cut short ends the call with an error."
        case .sizeLimits: "A response over the limit is cut off with an error."
        case .slowReaders: "A slow reader of a body does not fill memory."
        case .downloads: "A download takes constant memory and can resume."
        case .messages: "Requests and responses arrive whole."
        case .failures: "Errors distinguish the kinds of failure."
        }
    }
}
