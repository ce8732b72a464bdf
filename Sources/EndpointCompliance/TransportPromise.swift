/// A promise that `EndpointController` makes over every transport, and that a transport has to make possible.
///
/// Each has its ``ComplianceCheck``s:
///
/// ```swift
/// let aboutDeadlines = ComplianceCheck.all.filter { $0.promise == .deadlines }
/// ```
public enum TransportPromise: String, CaseIterable, Sendable {
    /// Credentials, and all that the controller adds, do not follow a redirect to another origin (RFC 9110, section
    /// 15.4).
    case credentials

    /// A request whose method is not idempotent (RFC 9110, section 9.2.2) is on the wire once at most.
    ///
    /// An idempotent one, whose reused connection turns out to be closed, is sent again on another, whole.
    case sendOnce

    /// A call ends within 100 ms of its deadline, also while its body arrives.
    case deadlines

    /// Redirects change method and body as RFC 9110, section 15.4, says, and no more.
    case redirects

    /// A `Location` is resolved by RFC 3986, and 20 redirects are followed at most.
    case locations

    /// A 401 or a 407 with a challenge ends the call, with that status and its body (RFC 9110, section 11).
    case challenges

    /// Cancelling ends a call at once, with exactly one outcome, whenever it comes.
    ///
    /// The transport itself ends within 100 ms, too.
    case cancellation

    /// A body that is shorter than its length, or cut within a chunk, is an error that says so (RFC 9112, section 8).
    case truncation

    /// A response over the limit is cut off with an error, counted after decompression.
    ///
    /// So is a head without end.
    case sizeLimits

    /// A slow reader of a body never fills memory.
    case slowReaders

    /// A download runs in constant memory, is moved into place when it is whole, and can resume (RFC 9110, section 14).
    case downloads

    /// Requests and responses arrive whole: header fields, however many, and bodies of every kind.
    ///
    /// That is 250 fields of a response, fields of 60,000 bytes, and all that is sent. The progress of an upload is
    /// told in steps, up to its last byte.
    case messages

    /// Failures are told apart: a server that cannot be reached, one that does not respond, and so on.
    case failures
}

extension TransportPromise: CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
        switch self {
        case .credentials: "Credentials do not follow a redirect to another origin."
        case .sendOnce: "A request that is not idempotent is sent once at most."
        case .deadlines: "A call ends within 100 ms of its deadline."
        case .redirects: "Redirects change method and body as RFC 9110 says."
        case .locations: "A redirect leads where RFC 3986 says, for 20 steps at most."
        case .challenges: "A response with a challenge is a response."
        case .cancellation: "Cancelling ends a call at once, with one outcome."
        case .truncation: "A body that is cut short is an error that says so."
        case .sizeLimits: "A response over the limit is cut off with an error."
        case .slowReaders: "A slow reader of a body does not fill memory."
        case .downloads: "A download takes constant memory and can resume."
        case .messages: "Requests and responses arrive whole."
        case .failures: "Each failure is told apart from the others."
        }
    }
}
