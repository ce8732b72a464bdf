import Foundation
import TestSupport
import Testing

@testable import EndpointCache

@Suite("CacheControl")
struct CacheControlTests {
    private func control(_ change: (inout CacheControl) -> Void) -> CacheControl {
        var control = CacheControl()
        change(&control)
        return control
    }

    @Test("Reads directives in any case, with white space and empty members")
    func directives() {
        let text =
            " ,\tNO-STORE ,no-cache,, Must-Revalidate,must-understand, IMMUTABLE,only-if-cached,Private,public,foo=bar, "
        let flags: Set<CacheControl.Flag> = [
            .noStore, .noCache, .mustRevalidate, .mustUnderstand, .immutable, .onlyIfCached, .private, .public,
        ]
        #expect(CacheControl(text) == control { $0.flags = flags })
        #expect(CacheControl("") == CacheControl())
        #expect(CacheControl("no-store-x, xno-store, x=no-store, \"no-store\"") == CacheControl())
    }

    @Test(
        "Reads max-age, and treats an invalid value as zero",
        arguments: [
            ("max-age=60", 60), ("max-age=\"60\"", 60), ("MAX-AGE=060", 60), ("max-age=60, max-age=5", 60),
            ("max-age=99999999999", 99_999_999_999), ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0),
            ("max-age=1.5", 0),
            ("max-age='60'", 0), ("max-age= 60", 0), ("max-age =60", 0), ("max-age=60s", 0), ("max-age=\u{664}", 0),
            ("max-age=0x10", 0), ("x=\"max-age=5, max-age=6\", max-age=60", 60),
            ("x=\"a\\\", max-age=5\", max-age=60", 60),
            ("x=\"open, max-age=60", 60),
        ])
    func times(_ text: String, _ seconds: TimeInterval) {
        #expect(CacheControl(text) == control { $0.maxAge = seconds })
    }

    @Test("Reads a max-age too large for an integer as infinite")
    func hugeTime() {
        let digits = String(repeating: "9", count: 400)
        #expect(CacheControl("max-age=\(digits)") == control { $0.maxAge = .infinity })
    }

    @Test("Reads max-stale, min-fresh, stale-if-error and stale-while-revalidate, and the first of repeated ones")
    func staleTimes() {
        let text = "max-stale, min-fresh=2, stale-if-error=3, stale-while-revalidate=4"
        let expected = control {
            ($0.maxStale, $0.minFresh, $0.staleIfError, $0.staleWhileRevalidate) = (.infinity, 2, 3, 4)
        }
        #expect(CacheControl(text) == expected)
        let more = ", stale-while-revalidate=9, stale-if-error=9, min-fresh=9, max-stale=9"
        #expect(CacheControl(text + more) == expected)
        let invalid = control {
            ($0.maxStale, $0.minFresh, $0.staleIfError, $0.staleWhileRevalidate) = (0, .infinity, 0, 0)
        }
        #expect(CacheControl("max-stale=x, min-fresh, stale-if-error, stale-while-revalidate=") == invalid)
    }

    @Test("Reads the fields that no-cache names")
    func uncachedFields() {
        #expect(CacheControl("no-cache=\"A, b\"") == control { $0.uncachedFields = ["a", "b"] })
        #expect(CacheControl("no-cache=\"A\", no-cache=b") == control { $0.uncachedFields = ["a", "b"] })
        #expect(CacheControl("no-cache=a") == control { $0.uncachedFields = ["a"] })
        for text in ["no-cache", "no-cache=\"\"", "no-cache=", "no-cache =\"a\"", "no-cache= \"a\""] {
            #expect(CacheControl(text) == control { $0.flags = [.noCache] }, "\(text)")
        }
    }
}
