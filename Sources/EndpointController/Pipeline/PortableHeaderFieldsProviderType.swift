public import Endpoint

/// An endpoint that names header fields of its own that may follow a redirect, or a link to the next page, to another
/// origin.
///
/// ```swift
/// extension GetReport: PortableHeaderFieldsProviderType {
///     var portableHeaderFields: Set<String> { ["X-Trace-Format"] }
/// }
/// ```
///
/// Fields that describe the content, the client or conditions go along in any case: `Accept` and those that begin with
/// `Accept-`, `Content-` and `If-`, `User-Agent`, `Range`, `Idempotency-Key`, `Prefer`, `Cache-Control` and the like. All
/// others may be credentials and do not.
public protocol PortableHeaderFieldsProviderType: _NonisolatedConformance {
    /// The names of the header fields, in any case.
    var portableHeaderFields: Set<String> { get }
}

extension Call {
    /// The names of the header fields that the endpoint lets go to another origin, in lower case.
    var portableHeaderFields: Set<String> {
        let names = (endpoint as? any PortableHeaderFieldsProviderType)?.portableHeaderFields ?? []
        return Set(names.map { $0.lowercased() })
    }
}
