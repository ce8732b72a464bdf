import EndpointSupport
import EndpointTransports
import Foundation

/// The properties of a request that the cache needs to store, find and return a response.
struct CacheRequest: Sendable {
    let key: CacheKey

    let isHead: Bool

    private(set) var range: String?

    /// A Boolean value that indicates whether this is a HEAD or range request, whose response is not stored.
    var isPartial: Bool { isHead || range != nil }

    /// A Boolean value that indicates whether the request has its own conditions, such as `If-None-Match`.
    private(set) var hasConditions = false

    private(set) var directives = CacheControl()

    /// The ``CacheStore/removalCount`` of the store when the call began.
    var removalCount = 0

    private let fields: [String: String]

    // These do not identify a user. The server lists them in `Vary` if a response depends on them.
    private static let commonFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "b3", "connection", "content-length",
        "content-type", "correlation-id", "date", "dnt", "keep-alive", "priority", "request-id", "save-data",
        "sentry-trace", "te", "traceparent", "tracestate", "uber-trace-id", "upgrade-insecure-requests", "user-agent",
        "x-amzn-trace-id", "x-b3-flags", "x-b3-parentspanid", "x-b3-sampled", "x-b3-spanid", "x-b3-traceid",
        "x-cloud-trace-context", "x-correlation-id", "x-datadog-parent-id", "x-datadog-sampling-priority",
        "x-datadog-trace-id", "x-request-id", "x-trace-id",
    ]

    /// Reads a request; nil unless the request is a GET or HEAD with a URL and without a body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - unkeyedFields: The names, in lower case, of further fields that do not tell one user from another.
    init?(_ request: URLRequest, unkeyedFields: Set<String>) {
        let method = request.httpMethod ?? "GET"
        isHead = method == "HEAD"
        guard isHead || method == "GET", request.httpBody == nil, request.httpBodyStream == nil,
            let url = request.url
        else { return nil }
        fields = request.allHTTPHeaderFields ?? [:]
        var identity: [CacheKey.Field] = []
        var isPragmaNoCache = false
        for (name, value) in fields {
            let name = name.lowercased()
            switch name {
            case "cache-control": directives = CacheControl(value)
            case "pragma": isPragmaNoCache = value.lowercased().contains("no-cache")
            // A range in a HEAD request is ignored (RFC 9110, section 14.2).
            case "range": range = isHead ? nil : value
            case "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range",
                "if-schedule-tag-match":
                hasConditions = true
            case _ where Self.commonFields.contains(name) || unkeyedFields.contains(name): continue
            // An unknown field may identify a user, no matter its name and value.
            default: identity.append(CacheKey.Field(name: name, value: value))
            }
        }
        identity.sort()
        key = CacheKey(url: url.sharedText, identity: identity)
        // Without `Cache-Control`, `Pragma: no-cache` means `no-cache` (RFC 7234, section 5.4; RFC 9111 deprecates
        // `Pragma`).
        if isPragmaNoCache, directives == CacheControl() { directives.flags.insert(.noCache) }
        apply(request.cachePolicy)
    }

    /// Sets the directives that correspond to the cache policy of a `URLRequest`.
    private mutating func apply(_ policy: URLRequest.CachePolicy) {
        switch policy {
        case .useProtocolCachePolicy: break
        case .returnCacheDataElseLoad: directives.maxStale = .infinity
        case .returnCacheDataDontLoad:
            directives.maxStale = .infinity
            directives.flags.insert(.onlyIfCached)
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData:
            directives.flags.insert(.noCache)
        @unknown default: directives.flags.insert(.noCache)
        }
    }

    /// Returns the fields that select a response among variants (RFC 9111, section 4.1).
    ///
    /// - Parameter vary: The value of `Vary` in a response, or nil if there is none.
    /// - Returns: The fields that `vary` lists, with their values in this request; nil for an absent field.
    func selectingFields(_ vary: String?) -> [(name: String, value: String?)] {
        guard let vary else { return [] }
        return FieldList.members(of: vary).map { name in (String(name), selectingValue(String(name))) }
    }

    /// Indicates whether all selecting fields of a response have the same values in this request.
    func matches(_ selecting: [(name: String, value: String?)]) -> Bool {
        selecting.allSatisfy { selectingValue($0.name).map { Array($0.utf8) } == $0.value.map { Array($0.utf8) } }
    }

    /// Returns the normalised value of a field (RFC 9111, section 4.1), or nil if the request does not have the field.
    private func selectingValue(_ name: String) -> String? {
        let name = name.lowercased()
        guard let value = fields.first(where: { $0.key.lowercased() == name })?.value else { return nil }
        // Language tags are case-insensitive (RFC 5646, section 2.1.1).
        let isLanguage = name == "accept-language"
        // `User-Agent` is not a list, and a comma in a comment does not separate members (RFC 9110, section 5.6.5).
        let isList =
            value.utf8.contains(UInt8(ascii: ",")) && !value.utf8.contains(UInt8(ascii: "("))
            && name != "user-agent"
        if !isLanguage, !isList { return value }
        let normalised = FieldList.members(of: value).joined(separator: ", ")
        return isLanguage ? normalised.lowercased() : normalised
    }
}

/// The key of a stored response: a response for one key never answers a request with another key.
struct CacheKey: Sendable {
    /// A header field with its name in lower case.
    struct Field: Hashable, Comparable, Sendable {
        var name: String
        var value: String

        /// Compares the values as bytes; `==` is also true for canonically equivalent texts.
        static func == (lhs: Field, rhs: Field) -> Bool {
            lhs.name == rhs.name && lhs.value.utf8.elementsEqual(rhs.value.utf8)
        }

        static func < (lhs: Field, rhs: Field) -> Bool { (lhs.name, lhs.value) < (rhs.name, rhs.value) }
    }

    /// The text that the URL of the request shares with all equivalent URLs.
    let url: String

    /// The request fields that may tell one user from another, sorted.
    let identity: [Field]
}
