/// An endpoint that lists further header fields to send when a redirect, or a link to the next page, leads to another
/// origin.
///
/// ```swift
/// extension GetReport: PortableHeaderFieldsProviderType {
///     var portableHeaderFields: Set<String> { ["X-Trace-Format"] }
/// }
/// ```
///
/// You do not need to list fields whose names begin with `Accept-`, `Content-` or `If-`, or the fields `Accept`,
/// `Cache-Control`, `Date`, `Digest`, `Expect`, `Idempotency-Key`, `Last-Event-ID`, `Pragma`, `Prefer`, `Range`,
/// `Repr-Digest` and `User-Agent`. Any other field may be a credential, and is sent only if you list it.
///
/// After a redirect to another origin, a field that middleware added or changed is not sent, even if you list it,
/// except `Idempotency-Key` and fields that describe the body. The request for a linked page passes through the
/// middleware again, so middleware that adds a credential has to check `EndpointNext.isForBaseURL(_:)`.
public protocol PortableHeaderFieldsProviderType: SendableMetatype {
    /// The names of the header fields; case is ignored.
    var portableHeaderFields: Set<String> { get }
}
