import EndpointResilience
import Foundation
import TestSupport
import Testing

/// A row of `retry-after.json`, a conformance file whose `source` names the origin of its facts.
private struct RetryAfterRow: Decodable, CustomTestStringConvertible {
    var name: String
    var values: [String]
    var now: Date
    var isClock: Bool
    var seconds: Int64?
    var alternatives: [Int64?]
    var isLeast: Bool

    var testDescription: String { name }

    private enum CodingKeys: String, CodingKey {
        case name, value, now, clock, delay_seconds, also, at_least
    }

    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        name = try row.decode(String.self, forKey: .name)
        values = try (try? row.decode([String].self, forKey: .value)) ?? [row.decode(String.self, forKey: .value)]
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        now = try #require(formatter.date(from: row.decode(String.self, forKey: .now)))
        isClock = try row.decodeIfPresent(Bool.self, forKey: .clock) ?? false
        seconds = try row.decode(Int64?.self, forKey: .delay_seconds)
        alternatives = try row.decodeIfPresent([Int64?].self, forKey: .also) ?? []
        isLeast = try row.decodeIfPresent(Bool.self, forKey: .at_least) ?? false
    }

    func accepts(_ delay: Duration?) -> Bool {
        if isLeast, let delay, let seconds { return delay >= .seconds(seconds) }
        return (alternatives + [seconds]).contains { $0.map { .seconds($0) } == delay }
    }
}

@Suite("Retry-After")
struct RetryAfterTests {
    private static let rows: [RetryAfterRow] = conformanceRows("retry-after", in: .module)

    @Test("The file has all its rows")
    func rowsAreThere() {
        #expect(Self.rows.count == 99)
    }

    @Test("Reads each row of the conformance file as expected", arguments: rows)
    fileprivate func row(_ row: RetryAfterRow) {
        var lines = row.values.map { (name: "Retry-After", value: $0) }
        if !row.isClock { lines.append(("Date", httpText(row.now))) }
        let head = EndpointResponseHead(url: nil, statusCode: 503, fieldLines: lines)
        // If the response has a Date, the client's clock does not matter.
        let delay = head.retryAfter(now: row.isClock ? row.now : row.now.addingTimeInterval(-86_400))
        #expect(row.accepts(delay), "\(delay as Any)")
    }

    private let now = Date(timeIntervalSince1970: 1_700_000_000)  // Tue, 14 Nov 2023 22:13:20 GMT

    private func delay(_ value: String?, date: String? = nil) -> Duration? {
        var fields = ["Retry-After": value].compactMapValues(\.self)
        fields["Date"] = date
        return EndpointResponseHead(url: nil, statusCode: 503, headerFields: fields).retryAfter(now: now)
    }

    @Test(
        "Reads a number that overflows as the longest delay",
        arguments: ["99999999999999999999", "9223372036854775808"])
    func huge(_ value: String) throws {
        #expect(try #require(delay(value)) >= .seconds(Int64.max))
    }

    @Test(
        "Refuses invalid values",
        arguments: [
            nil, " ", "-1", "+1", "1.0", "1 s", "1s", "0x1", "1_000", "1,", ",1", "1;2", "\u{FF11}", "soon",
            "Tue, 14 Nov 2023 22:13:30", "Tue, 14 Nov 2023 22:13:30 GMT, Tue, 14 Nov 2023 22:13:30 GMT",
            "Tue, 14 Nov 2023 24:00:00 GMT", "Tue, 00 Nov 2023 22:13:30 GMT", "Tue, 14 Nov 23 22:13:30 GMT",
        ])
    func invalid(_ value: String?) {
        #expect(delay(value) == nil)
    }

    @Test("Ignores white space around the value, and leading zeros")
    func whiteSpace() {
        #expect(delay(" \t120\t ") == .seconds(120))
        #expect(delay("0000000000000000000000120") == .seconds(120))
        #expect(delay(" Tue, 14 Nov 2023 22:13:30 GMT ") == .seconds(10))
    }

    @Test("Measures a date from the Date of the response, not from the client's clock")
    func skewedClock() {
        #expect(
            delay("Sat, 01 Jan 2050 00:00:30 GMT", date: "Sat, 01 Jan 2050 00:00:00 GMT") == .seconds(30))
        #expect(delay("Tue, 14 Nov 2023 22:13:30 GMT", date: "Sat, 01 Jan 2050 00:00:00 GMT") == .zero)
    }

    @Test("Measures a date from the client's clock if the Date of the response is invalid")
    func invalidDate() {
        #expect(delay("Tue, 14 Nov 2023 22:13:30 GMT", date: "today") == .seconds(10))
    }

    @Test("Keeps the fraction of a second of the client's clock")
    func fraction() {
        let head = EndpointResponseHead(
            url: nil, statusCode: 503, headerFields: ["Retry-After": "Tue, 14 Nov 2023 22:13:30 GMT"])
        #expect(head.retryAfter(now: now.addingTimeInterval(0.5)) == .milliseconds(9_500))
    }

    @Test("Reads a year of two digits as at most 50 years ahead, to the second")
    func twoDigits() {
        #expect(
            delay("Saturday, 21-Nov-76 12:00:00 GMT", date: "Sat, 21 Nov 2026 12:00:00 GMT")
                == .seconds(18_263 * 86_400))
        #expect(delay("Saturday, 21-Nov-76 12:00:01 GMT", date: "Sat, 21 Nov 2026 12:00:00 GMT") == .zero)
        #expect(delay("Friday, 01-Jan-00 00:00:00 GMT", date: "Thu, 31 Dec 2099 23:59:59 GMT") == .seconds(1))
    }
}
