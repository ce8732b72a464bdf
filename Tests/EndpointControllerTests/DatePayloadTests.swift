import EndpointController
import Foundation
import TestSupport
import Testing

@Suite struct DatePayloadTests {
    private func date(_ text: String) throws -> Date {
        try PayloadParser<[Date]>.json.parse(try response("[\"\(text)\"]"))[0]
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2001-02-03T04:05:06Z", 981_173_106), ("2001-02-03T04:05:06z", 981_173_106),
        ("2001-02-03t06:05:06+02:00", 981_173_106), ("2001-02-03 06:05:06+0200", 981_173_106),
        ("2001-02-02T23:35:06-04:30", 981_173_106), ("2001-02-03T06:05:06+02", 981_173_106),
        ("2001-02-02T22:05:06-06", 981_173_106),
        ("2001-02-03T04:05:06-00:00", 981_173_106), ("2001-02-03T04:05:06.5Z", 981_173_106.5),
        ("2001-02-03T04:05:06,25Z", 981_173_106.25), ("2001-02-03T04:05:06.789+00:00", 981_173_106.789),
        ("2001-02-03T04:05:06.0000000000000000000000000000000000009Z", 981_173_106),
        ("2000-02-29T00:00:00Z", 951_782_400), ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("1969-12-31T23:59:59.5Z", -0.5), ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("0000-03-01T00:00:00Z", -62_162_035_200),
    ])
    func parsesISO8601DatesWithAndWithoutFractions(text: String, seconds: TimeInterval) throws {
        #expect(abs(try date(text).timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test func parsesDatesThatFoundationFormats() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let seconds = Int.random(in: -11_000_000_000...200_000_000_000, using: &random)
            let expected = Date(timeIntervalSince1970: TimeInterval(seconds))
            #expect(try date(expected.formatted(.iso8601)) == expected)
        }
    }

    @Test(arguments: [
        "", "2001-02-03", "2001-02-03T04:05:06", "2001-02-03T04:05Z", "2001-13-03T04:05:06Z", "2001-00-03T04:05:06Z",
        "2001-02-29T04:05:06Z", "1900-02-29T04:05:06Z", "2001-04-31T04:05:06Z", "2001-02-00T04:05:06Z",
        "2001-02-03T24:00:00Z", "2001-02-03T04:60:06Z", "2001-02-03T04:05:61Z", "2001-02-03T04:05:06.Z",
        "2001-02-03T04:05:06.5", "2001-02-03T04:05:06+", "2001-02-03T04:05:06+2", "2001-02-03T04:05:06+02:",
        "2001-02-03T04:05:06+02:0", "2001-02-03T04:05:06+24:00", "2001-02-03T04:05:06+02:60", "2001-02-03T04:05:06Zx",
        " 2001-02-03T04:05:06Z", "12001-02-03T04:05:06Z", "-001-02-03T04:05:06Z", "2001-2-3T4:5:6Z", "20010203T040506Z",
        "２００１-02-03T04:05:06Z", "2001-02-03T04:05:06Z\\u0000", "0000-00-00T00:00:00Z",
    ])
    func namesTheCodingPathOfAnInvalidDate(text: String) throws {
        let response = try response(#"{"users":[{"born":"\#(text)"}]}"#)
        struct User: Decodable { var born: Date? }
        let sentence = try #require(complaint(PayloadParser<[String: [User]]>.json, response))
        #expect(sentence.contains("users.0.born: Expected a date and time in ISO 8601"))
    }

    @Test func refusesANumberAsADateAndReadsNullAsNil() throws {
        #expect(throws: DecodingError.self) { try PayloadParser<[Date]>.json.parse(try response("[981173106]")) }
        #expect(try PayloadParser<[Date?]>.json.parse(try response("[null]")) == [nil])
    }

    // MARK: Styles

    private var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 3_600)
        formatter.dateFormat = "dd.MM.yyyy"
        return formatter
    }

    @Test("Reads each date in the first style that fits it")
    func styles() throws {
        let json = #"["2001-02-03T04:05:06Z", "2001-02-03", 981173106, 981173106.5, "03.02.2001"]"#
        let decoder = JSONDecoder.endpoint(dates: [.iso8601, .fullDate, .secondsSince1970, .formatted(formatter)])
        let expected = [981_173_106, 981_158_400, 981_173_106, 981_173_106.5, 981_154_800]
        #expect(try PayloadParser<[Date]>.json(decoder).parse(response(json)).map(\.timeIntervalSince1970) == expected)
        let milliseconds = JSONDecoder.endpoint(dates: [.millisecondsSince1970])
        #expect(try milliseconds.decode([Date].self, from: Data("[1500]".utf8)) == [Date(timeIntervalSince1970: 1.5)])
    }

    @Test("Says which styles it expects where a date has none of them", arguments: [#""2001-02-30""#, "true", #""x""#])
    func noStyle(json: String) throws {
        let decoder = JSONDecoder.endpoint(dates: [.fullDate, .secondsSince1970, .formatted(formatter)])
        let sentence = try #require(
            complaint(PayloadParser<[String: [Date]]>.json(decoder), response(#"{"born":[\#(json)]}"#)))
        let expected =
            "born.0: Expected a date such as 2001-02-03, or a number of seconds since 1970, or a date in the format dd.MM.yyyy"
        #expect(sentence.contains(expected))
    }

    @Test("Converts names from and to snake case")
    func snakeCase() throws {
        struct User: Codable, Equatable { var createdAt: Date }
        let user = User(createdAt: Date(timeIntervalSince1970: 0))
        let data = try JSONEncoder.endpoint(keys: .convertToSnakeCase).encode(user)
        #expect(String(decoding: data, as: UTF8.self) == #"{"created_at":"1970-01-01T00:00:00Z"}"#)
        #expect(try JSONDecoder.endpoint(keys: .convertFromSnakeCase).decode(User.self, from: data) == user)
    }

    @Test("Decodes what it encodes: random seconds of the years 0 to 9999")
    func roundTrip() throws {
        var generator = SeededGenerator(state: 1582)
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -62_167_219_200..<253_402_300_800, using: &generator)
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            #expect(
                try JSONDecoder.endpoint().decode([Date].self, from: JSONEncoder.endpoint().encode([date])) == [date])
        }
    }

    @Test("Reads back a date that it has sent, with its milliseconds", arguments: [1_700_000_000.123, -0.5, 0, 1e9])
    func sentAndRead(seconds: Double) throws {
        let sent = try JSONEncoder.endpoint().encode([Date(timeIntervalSince1970: seconds)])
        let read = try JSONDecoder.endpoint().decode([Date].self, from: sent)[0].timeIntervalSince1970
        #expect(abs(read - seconds) < 0.000_5)
    }
}
