/// The meaning of a request field to a cache.
enum FieldRole: Sendable {
    case cacheControl, pragma, range, condition
    /// A field that does not identify a user. The server lists it in `Vary` if a response depends on it.
    case common

    /// Looks up the role of a field; returns nil for a field that the cache does not know.
    ///
    /// Such a field may identify a user, no matter its name and value, so it belongs in the key of a response.
    ///
    /// - Parameter name: The name; case is ignored.
    init?(_ name: String) {
        guard let role = Self.roles[name] ?? Self.roles[name.lowercased()] else { return nil }
        self = role
    }

    /// The roles, keyed by the usual spelling and by the lowercase spelling of each name.
    private static let roles: [String: FieldRole] = {
        let names: [(FieldRole, [String])] = [
            (.cacheControl, ["Cache-Control"]), (.pragma, ["Pragma"]), (.range, ["Range"]),
            (
                .condition,
                [
                    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
                    "If-Schedule-Tag-Match",
                ]
            ),
            (
                .common,
                [
                    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "B3", "Connection",
                    "Content-Length", "Content-Type", "Correlation-Id", "Date", "DNT", "Keep-Alive", "Priority",
                    "Request-Id", "Save-Data", "Sentry-Trace", "TE", "Traceparent", "Tracestate", "Uber-Trace-Id",
                    "Upgrade-Insecure-Requests", "User-Agent", "X-Amzn-Trace-Id", "X-B3-Flags", "X-B3-ParentSpanId",
                    "X-B3-Sampled", "X-B3-SpanId", "X-B3-TraceId", "X-Cloud-Trace-Context", "X-Correlation-ID",
                    "X-Datadog-Parent-Id", "X-Datadog-Sampling-Priority", "X-Datadog-Trace-Id", "X-Request-ID",
                    "X-Trace-Id",
                ]
            ),
        ]
        return names.reduce(into: [:]) { roles, entry in
            for name in entry.1 {
                roles[name] = entry.0
                roles[name.lowercased()] = entry.0
            }
        }
    }()
}
