@testable import EndpointResilience
import EndpointSupport
@testable import EndpointTransports
import Foundation

extension FuzzTarget {
    /// The time to wait is the number that the digits give, or the time until the date, which the C library writes in
    /// the same way.
    static let retryAfter = FuzzTarget { input in
        let now = seconds(input[2], -24_000_000_000...247_000_000_000)
        let clock = Date(timeIntervalSince1970: TimeInterval(now))
        let value = input[0]
        let wait = retryAfter(value, date: input[1], now: clock)
        if let wait {
            let pause = try? RetryRules(longestRetryAfter: .seconds(Int64.max))
                .pause(beforeRetry: 1, isThrottled: false, retryAfter: wait, random: 0.5)
            expect(wait >= .zero && pause ?? .zero >= wait, "\(value.debugDescription): \(wait), \(pause as Any)")
        }
        let digits = value.trimmingCharacters(in: [" ", "\t"])
        if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let number = digits.utf8.reduce(Int64(0)) { number, digit in
                let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
                let (sum, overflows) = tens.addingReportingOverflow(Int64(digit) - 0x30)
                return isTooLarge || overflows || number == .max ? .max : sum
            }
            expect(wait == .seconds(number), "\(value.debugDescription): \(wait as Any)")
        } else if let date = HTTPDate.date(from: digits, now: clock) {
            expectForm(of: digits.lowercased(), date, now: now)
        }
        let end = seconds(input[3], -30_000_000_000...253_402_300_799)
        let expected = Duration.seconds(max(end - now, 0))
        let written = HTTPDate.text(Date(timeIntervalSince1970: TimeInterval(end)))
        expect(written == text(end, forms[0]), "\(written) is \(text(end, forms[0]))")
        for form in forms where form != forms[1] || abs(end - now) < 1_500_000_000 {
            let wait = retryAfter(text(end, form), date: text(now, forms[0]), now: clock.addingTimeInterval(-1e6))
            expect(wait == expected, "\(text(end, form)) - \(text(now, forms[0])): \(wait as Any)")
        }
    }

    /// The three formats of RFC 9110, section 5.6.7; in the last one, a day below 10 may begin with a space or a zero.
    private static let forms = [
        "%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y", "%a %b %d %H:%M:%S %Y",
    ]

    private static func retryAfter(_ value: String, date: String, now: Date) -> Duration? {
        EndpointResponseHead(url: nil, statusCode: 503, headerFields: ["Retry-After": value, "Date": date])
            .retryAfter(now: now)
    }

    /// Checks that a parsed date is written in the same way again, except for its day of the week, which is ignored.
    private static func expectForm(of value: String, _ date: Date, now: Int64) {
        let end = Int64(date.timeIntervalSince1970)
        let rest = value.drop { $0 != " " }
        // The C library writes no leap seconds, and pads no years.
        guard !rest.contains(":60"), end > -30_000_000_000 else { return }
        let form = forms.first { text(end, $0).lowercased().drop { $0 != " " } == rest }
        expect(form != nil, "\(value.debugDescription) is \(text(end, forms[0]))")
        if form == forms[1] { expect(abs(end - now) <= 1_580_000_000, "\(value): \(end), \(now)") }
    }

    /// Returns a number in a range, made from the bytes of a text.
    private static func seconds(_ text: String, _ range: ClosedRange<Int64>) -> Int64 {
        let number = text.utf8.reduce(UInt64(0)) { $0 &* 256 &+ UInt64($1) }
        return range.lowerBound + Int64(number % UInt64(range.upperBound - range.lowerBound + 1))
    }

    private static func text(_ seconds: Int64, _ form: String) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, form, &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
