import EndpointSupport
import EndpointTransports
import Foundation

/// The directives of `Cache-Control` in a request or a response (RFC 9111, section 5.2; RFC 5861; RFC 8246).
///
/// If a directive with a time is repeated, its first occurrence is used. Names are case-insensitive, and an argument
/// may be quoted. A missing or invalid time counts as the most restrictive time, except for a missing time of
/// `max-stale`, which means that there is no limit (RFC 9111, section 5.2.1.2).
struct CacheControl: Equatable, Sendable {
    /// A directive without a time.
    enum Flag: String, Sendable {
        case noStore = "no-store"
        case noCache = "no-cache"
        case mustRevalidate = "must-revalidate"
        case mustUnderstand = "must-understand"
        case onlyIfCached = "only-if-cached"
        case immutable, `public`, `private`
    }

    var flags: Set<Flag> = []

    // The times in seconds; each time is nil if its directive is missing.
    var maxAge: TimeInterval?
    var maxStale: TimeInterval?
    var minFresh: TimeInterval?
    var staleIfError: TimeInterval?
    var staleWhileRevalidate: TimeInterval?

    /// The field names of `no-cache="…"`, in lower case: these fields must not be reused without validation.
    var uncachedFields: [String] = []

    init() {}

    /// Reads the value of the field, whose lines have been joined with commas.
    init(_ value: String) {
        for member in FieldList.members(of: value) {
            let parts = member.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = FieldList.trimmed(Substring(parts[0]))
            let argument = parts.count < 2 ? nil : Substring(parts[1])
            // Caches disagree about the meaning of white space beside `=`, so treat the argument as invalid.
            let isMalformed = name.utf8.count < parts[0].count || argument.map { FieldList.trimmed($0) != $0 } ?? false
            add(name.lowercased(), argument.map { isMalformed ? "" : FieldList.unquoted($0) })
        }
    }

    private mutating func add(_ name: String, _ argument: String?) {
        let seconds = argument.flatMap(FieldList.seconds)
        switch name {
        case "max-age": maxAge = maxAge ?? seconds ?? 0
        case "max-stale": maxStale = maxStale ?? seconds ?? (argument == nil ? .infinity : 0)
        case "min-fresh": minFresh = minFresh ?? seconds ?? .infinity
        case "stale-if-error": staleIfError = staleIfError ?? seconds ?? 0
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds ?? 0
        case "no-cache":
            let names = FieldList.members(of: argument ?? "").map { $0.lowercased() }
            if names.isEmpty { flags.insert(.noCache) } else { uncachedFields += names }
        default: if let flag = Flag(rawValue: name) { flags.insert(flag) }
        }
    }
}
