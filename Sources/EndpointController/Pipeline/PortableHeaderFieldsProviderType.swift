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
/// The endpoint's fields that describe the content, the client or conditions go along without being named: `Accept`,
/// fields whose names begin with `Accept-`, `Content-` or `If-`, `User-Agent`, `Range`, `Idempotency-Key`, `Prefer`,
/// `Cache-Control` and the like. All other fields may be credentials, and go along only if you name them.
public protocol PortableHeaderFieldsProviderType: _NonisolatedConformance {
    /// The names of the header fields, in upper or lower case.
    var portableHeaderFields: Set<String> { get }
}
