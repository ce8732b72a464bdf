public import Endpoint

/// An endpoint that names the header fields that may go along when a redirect, or a link to the next page, leads to
/// another origin.
///
/// ```swift
/// extension GetReport: PortableHeaderFieldsProviderType {
///     var portableHeaderFields: Set<String> { ["X-Trace-Format"] }
/// }
/// ```
///
/// These fields of the endpoint go along without being named: fields whose names begin with `Accept-`, `Content-` or
/// `If-`, and `Accept`, `Cache-Control`, `Date`, `Digest`, `Expect`, `Idempotency-Key`, `Last-Event-ID`, `Pragma`,
/// `Prefer`, `Range` and `User-Agent`. All other fields may be credentials, and go along only if you name them. A field
/// that middleware adds or changes does not go along, even if you name it, except `Idempotency-Key`.
public protocol PortableHeaderFieldsProviderType: _NonisolatedConformance {
    /// The names of the header fields, in upper or lower case.
    var portableHeaderFields: Set<String> { get }
}
