import EndpointSupport
import Foundation
import Testing

@testable import EndpointTransports

@Suite("HTTPDate")
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_735_689_600)  // 1 January 2025

    @Test(
        "Reads the three forms of RFC 9110, in any case",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("sun, 06 NOV 1994 08:49:37 gmt", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Wed Nov 16 08:49:37 1994", 784_975_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            ("Sun, 21 Nov 2286 04:46:39 GMT", 10_000_039_599), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
            // A year of two digits is at most 50 years ahead.
            ("Thursday, 18-Aug-50 02:01:18 GMT", 2_544_400_878), ("Tuesday, 31-Dec-74 00:00:00 GMT", 3_313_440_000),
            ("Wednesday, 31-Dec-75 23:59:59 GMT", 189_302_399),
        ])
    func reads(_ text: String, _ seconds: TimeInterval) {
        #expect(HTTPDate.date(from: text, now: now)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "Refuses invalid dates",
        arguments: [
            "", "0", "-1", "Thu, 18 Aug 2050 02:01:18 AEST", "Thu, 18 Aug 2050 02:01:18 UTC",
            "Thu, 18 Aug 2050 02:01:18",
            "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18  Aug  2050 02:01:18 GMT",
            "Thu, 18 Aug 2050 2:01:18 GMT", "Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:18 GMT",
            "Thu, 30 Feb 2023 00:00:00 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "Thu, 00 Feb 2023 00:00:00 GMT",
            "Thu, 10 Foo 2023 00:00:00 GMT", "Foo, 10 Feb 2023 00:00:00 GMT", "Thu, 10 Feb 2023 24:00:00 GMT",
            "Thu, 10 Feb 2023 00:60:00 GMT", "Thu, 10 Feb 2023 00:00:61 GMT", " Thu, 10 Feb 2023 00:00:00 GMT",
            "Thu, +1 Feb 2023 00:00:00 GMT", "2023-02-10T00:00:00Z", "\u{0}", "Thu, 1\u{661} Feb 2023 00:00:00 GMT",
        ])
    func refuses(_ text: String) {
        #expect(HTTPDate.date(from: text, now: now) == nil)
    }

    @Test("Writes dates that it reads back, over four hundred years")
    func writes() {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(HTTPDate.text(Date(timeIntervalSince1970: 951_782_400)) == "Tue, 29 Feb 2000 00:00:00 GMT")
        for day in stride(from: -60_000, to: 90_000, by: 11) {
            let date = Date(timeIntervalSince1970: TimeInterval(day * 86_400 + day & 0xFFFF))
            let text = HTTPDate.text(date)
            #expect(HTTPDate.date(from: text, now: now) == date, "\(text)")
        }
    }
}
