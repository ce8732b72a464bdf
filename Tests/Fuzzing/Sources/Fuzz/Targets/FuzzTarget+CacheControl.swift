@testable import EndpointCache
import Foundation

extension FuzzTarget {
    /// Directives are those that a simple parser finds, in any order and case, and `no-store` keeps a response out of
    /// the cache.
    static let cacheControl = FuzzTarget { input in
        let value = input.string
        let control = CacheControl(value)
        for time in times(control) { expect((time ?? 0) >= 0, "\(value.debugDescription): \(control)") }
        for name in control.uncachedFields {
            let quoted = name.unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined()
            expect(CacheControl("no-cache=\"\(quoted)\"").uncachedFields == [name], name.debugDescription)
        }
        if !control.flags.contains(.mustUnderstand) {
            expectStored(false, "\(value), no-store")
            expectStored(false, "NO-store=1,\(value)")
        }
        guard value.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x22 }) else { return }
        expect(CacheControl(value.uppercased()) == control, "\(value.debugDescription) depends on case")
        // The first argument of each name; an argument counts as empty if white space follows the name.
        var arguments: [String: String?] = [:]
        for member in value.split(separator: ",") {
            let member = member.trimmingCharacters(in: [" ", "\t"])
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = (parts.first ?? "").trimmingCharacters(in: [" ", "\t"]).lowercased()
            let argument = parts.count < 2 ? nil : parts[0].hasSuffix(" ") || parts[0].hasSuffix("\t") ? "" : parts[1]
            if arguments[name] == nil { arguments[name] = .some(argument) }
        }
        func seconds(_ name: String, _ least: Double, none: Double? = nil) -> Double? {
            guard let argument = arguments[name] else { return nil }
            guard let argument else { return none ?? least }
            let isNumber = !argument.isEmpty && argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isNumber ? Double(argument) : least
        }
        let expected = [
            seconds("max-age", 0), seconds("max-stale", 0, none: .infinity), seconds("min-fresh", .infinity),
            seconds("stale-if-error", 0), seconds("stale-while-revalidate", 0),
        ]
        let areEqual = zip(times(control), expected).allSatisfy { one, other in
            guard let one, let other else { return one == nil && other == nil }
            return one == other || abs(one / other - 1) < 1e-9
        }
        expect(areEqual, "\(value.debugDescription): \(times(control)), not \(expected)")
        expectStored(!arguments.keys.contains("no-store") || arguments.keys.contains("must-understand"), value)
        let canonical = arguments.map { name, argument in argument.map { "\(name)=\($0)" } ?? name }.sorted()
        let (one, other) = (canonical.joined(separator: ","), canonical.reversed().joined(separator: " ,, "))
        expect(CacheControl(one) == CacheControl(other), "\(one.debugDescription) depends on order")
    }

    private static func times(_ control: CacheControl) -> [TimeInterval?] {
        [control.maxAge, control.maxStale, control.minFresh, control.staleIfError, control.staleWhileRevalidate]
    }

    /// Checks whether a response with an entity tag and a `Cache-Control` is stored.
    private static func expectStored(_ isExpected: Bool, _ cacheControl: String) {
        wait {
            guard let url = URL(string: "https://example.com/") else { return }
            let cache = CachingTransport(TaggedResponse(cacheControl: cacheControl))
            let request = URLRequest(url: url)
            let response = try? await cache.send(request)
            // The response is stored when its whole body has been read.
            let body = try? await response?.body.reduce(into: Data()) { $0 += $1 }
            let isStored = cache.size > 0
            expect(body != nil && isStored == isExpected, "\(cacheControl.debugDescription): stored is \(isStored)")
        }
    }
}
