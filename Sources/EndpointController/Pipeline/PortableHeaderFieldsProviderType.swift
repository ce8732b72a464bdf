public import Endpoint

/// An endpoint that names those of its header fields that may follow a redirect, or a link to the next page, to another
/// origin.
///
/// ```swift
/// extension GetReport: PortableHeaderFieldsProviderType {
///     var portableHeaderFields: Set<String> { ["X-Trace-Format"] }
/// }
/// ```
///
/// Fields that describe the content, the client or conditions always go along: `Accept` and those that begin with
/// `Accept-`, `Content-` and `If-`, `User-Agent`, `Range`, `Idempotency-Key`, `Prefer`, `Cache-Control` and the like.
/// All other fields may be credentials and do not go along.
public protocol PortableHeaderFieldsProviderType: _NonisolatedConformance {
    /// The names of the header fields, in upper or lower case.
    var portableHeaderFields: Set<String> { get }
}

extension Call {
    /// The names of the header fields that the endpoint lets go to another origin, in lower case.
    var portableHeaderFields: Set<String> {
        let names = (endpoint as? any PortableHeaderFieldsProviderType)?.portableHeaderFields ?? []
        return Set(names.map { $0.lowercased() })
    }
}
