/// A promise of `EndpointController` that every transport has to make possible.
///
/// Filter ``ComplianceCheck/all`` for the checks of a promise:
///
/// ```swift
/// let aboutDeadlines = ComplianceCheck.all.filter { $0.promise == .deadlines }
/// ```
public enum TransportPromise: String, CaseIterable, Sendable {
    /// By default, credentials in header fields do not follow a redirect to another origin (RFC 9110, section 15.4).
    ///
    /// Header fields that middleware adds or changes do not follow such a redirect either, except `Idempotency-Key` and
    /// fields that describe the body.
    case credentials

    /// The transport sends a request whose method is not idempotent (RFC 9110, section 9.2.2) at most once.
    ///
    /// An idempotent request whose reused connection turns out to be closed is sent again, whole, on another
    /// connection, if its body can be read again.
    case sendOnce

    /// A `load` that waits for its response ends within 100 ms of its deadline, even while the response is arriving.
    ///
    /// Middleware that blocks its thread or does not handle cancellation delays its call. The timeout of a stream, an
    /// upload or a download is an idle timeout.
    case deadlines

    /// Redirects change method and body only as RFC 9110, section 15.4, specifies.
    case redirects

    /// A `Location` is resolved as RFC 3986 specifies, and a request is redirected at most 20 times.
    case locations

    /// The transport does not answer a server's challenge: a 401 or 407 response arrives with its body (RFC 9110,
    /// section 11).
    case challenges

    /// A call that is cancelled before its response has arrived ends immediately, with exactly one outcome.
    ///
    /// A direct call to the transport ends within 100 ms of its cancellation.
    case cancellation

    /// A body that ends short of its `Content-Length` or last chunk is reported as truncated (RFC 9112, section 8).
    case truncation

    /// A response whose body exceeds the size limit after decompression is cut off, and the call ends with an error.
    ///
    /// An endless head is cut off too.
    case sizeLimits

    /// A body that waits for a slow reader does not fill memory.
    case slowReaders

    /// A download runs in constant memory, is moved into place when it is whole, and can resume (RFC 9110, section 14).
    case downloads

    /// Requests and responses arrive whole, with bodies of every kind and with many header fields.
    ///
    /// The checks send responses with 250 fields or a field of 60,000 bytes, and requests with 300 fields. A response
    /// with 300 fields may fail instead. The progress of an upload is reported in steps, up to its last byte. A request
    /// that would arrive as two requests is refused.
    case messages

    /// Errors distinguish an unreachable server, a server that does not respond, and other kinds of failure.
    case failures
}

extension TransportPromise: CustomStringConvertible {
    /// The promise in a sentence.
    public var description: String {
        switch self {
        case .credentials: "A redirect to another origin drops credentials by default."
        case .sendOnce: "A request that is not idempotent is sent at most once."
        case .deadlines: "A waiting load ends within 100 ms of its deadline."
        case .redirects: "Redirects change method and body as RFC 9110 specifies."
        case .locations: "Locations resolve by RFC 3986; at most 20 are followed."
        case .challenges: "A 401 or 407 with a challenge is delivered as a response."
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
