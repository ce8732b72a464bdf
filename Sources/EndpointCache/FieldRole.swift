/// The meaning of a request field to a cache.
enum FieldRole: Sendable {
    case cacheControl, pragma, range, condition
    /// A field that does not identify a user. The server lists it in `Vary` if a response depends on it.
    case common

    /// Looks up the role of a field; returns nil for a field that the cache does not know.
    ///
    /// Such a field may identify a user, no matter its name and value, so it belongs in the key of a response.
    ///
    /// - Parameter name: The name in lower case.
    init?(_ name: String) {
        switch name {
        case "cache-control": self = .cacheControl
        case "pragma": self = .pragma
        case "range": self = .range
        case "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range",
            "if-schedule-tag-match":
            self = .condition
        case "accept", "accept-charset", "accept-encoding", "accept-language", "b3", "connection", "content-length",
            "content-type", "correlation-id", "date", "dnt", "keep-alive", "priority", "request-id", "save-data",
            "sentry-trace", "te", "traceparent", "tracestate", "uber-trace-id", "upgrade-insecure-requests",
            "user-agent", "x-amzn-trace-id", "x-b3-flags", "x-b3-parentspanid", "x-b3-sampled", "x-b3-spanid",
            "x-b3-traceid", "x-cloud-trace-context", "x-correlation-id", "x-datadog-parent-id",
            "x-datadog-sampling-priority", "x-datadog-trace-id", "x-request-id", "x-trace-id":
            self = .common
        default: return nil
        }
    }
}
