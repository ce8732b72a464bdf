import Endpoint

/// The meaning of a request field to a cache.
enum FieldRole: Sendable {
    case cacheControl, pragma, range, condition
    /// A field that does not identify a user. The server lists it in `Vary` if a response depends on it.
    case common

    /// Looks up the role of a field; returns nil for a field that the cache does not know.
    ///
    /// - Parameter name: The name; case is ignored.
    init?(_ name: String) {
        guard let role = Self.roles[name] ?? Self.roles[name.lowercased()] else { return nil }
        self = role
    }

    /// Indicates whether a field may tell users apart, and therefore belongs in the key of a response.
    ///
    /// A field may do so if its value is long enough for a credential, or if its name suggests a credential or a user.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case, of a field without a role.
    ///   - value: The value.
    /// - Returns: `false` if the field cannot tell users apart.
    static func mayTellUsersApart(_ name: String, _ value: String) -> Bool {
        // White space and commas do not count: proxies may change them.
        value.utf8.reduce(0) { $1 > 0x20 && $1 != UInt8(ascii: ",") ? $0 + 1 : $0 } > 3
            || Credentials.isCredential(name)
            || userNames.contains { name.contains($0) }
    }

    /// The words in a name that suggest that the field identifies the user of a request.
    private static let userNames = [
        "account", "client", "csrf", "customer", "device", "group", "guest", "host", "identity", "jwt", "login",
        "member", "org", "otp", "owner", "profile", "project", "role", "sign", "subject", "team", "tenant", "uid",
        "user", "workspace", "xsrf",
    ]

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
                    "Content-Length", "Content-Type", "Date", "DNT", "Keep-Alive", "Priority", "Request-Id",
                    "Save-Data", "Sentry-Trace", "TE", "Traceparent", "Tracestate", "Upgrade-Insecure-Requests",
                    "User-Agent", "X-Amzn-Trace-Id", "X-B3-ParentSpanId", "X-B3-Sampled", "X-B3-SpanId",
                    "X-B3-TraceId", "X-Cloud-Trace-Context", "X-Correlation-ID", "X-Request-ID",
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
