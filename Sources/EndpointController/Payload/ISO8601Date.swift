@_spi(Tools) import EndpointSupport
import Foundation

/// A reader of ISO 8601 dates, as in RFC 3339, section 5.6.
///
/// `Date.ISO8601FormatStyle` would read February 30 as a day in March, and ignore text after a date.
struct ISO8601Date {
    private var rest: Substring.UTF8View

    /// Reads a date; returns nil unless the whole text is a date with a time and an offset.
    static func date(from text: String) -> Date? {
        var reader = ISO8601Date(rest: text[...].utf8)
        return reader.date()
    }

    /// Reads a date without a time, and returns its start in UTC; returns nil unless the whole text is such a date.
    static func fullDate(from text: String) -> Date? {
        var reader = ISO8601Date(rest: text[...].utf8)
        guard let days = reader.days(), reader.rest.isEmpty else { return nil }
        return Date(timeIntervalSince1970: Double(days * 86_400))
    }

    /// Reads a year, a month and a day, and returns the number of days since 1970.
    private mutating func days() -> Int64? {
        guard let year = number(digits: 4), take("-") != nil, let month = number(digits: 2, in: 1...12),
            take("-") != nil, let day = number(digits: 2)
        else { return nil }
        return GregorianCalendar.days(year: year, month: month, day: day)
    }

    private mutating func date() -> Date? {
        guard let days = days(), take("Tt ") != nil, let hour = number(digits: 2, in: 0...23), take(":") != nil,
            let minute = number(digits: 2, in: 0...59), take(":") != nil,
            // 60 is a leap second.
            let second = number(digits: 2, in: 0...60), let fraction = fraction(), let offset = offset(), rest.isEmpty
        else { return nil }
        // Counting from the reference date, 11,323 days after January 1, 1970, keeps more digits of the fraction.
        let seconds = (days - 11_323) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    private mutating func fraction() -> Double? {
        guard take(".,") != nil else { return 0 }
        let digits = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(digits.count)
        // Digits after the 18th change the date by less than an attosecond.
        return digits.isEmpty ? nil : Double("0." + String(Substring(digits.prefix(18))))
    }

    /// Reads an offset; returns it in seconds, or nil if the text does not begin with an offset.
    private mutating func offset() -> Int64? {
        guard let sign = take("Zz+-") else { return nil }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
        guard let hours = number(digits: 2, in: 0...23) else { return nil }
        if rest.isEmpty { return (sign == UInt8(ascii: "-") ? -1 : 1) * hours * 3_600 }
        _ = take(":")
        guard let minutes = number(digits: 2, in: 0...59) else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// Takes the next byte if it is one of `bytes`; otherwise returns nil.
    private mutating func take(_ bytes: StaticString) -> UInt8? {
        guard let byte = rest.first, bytes.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
        rest = rest.dropFirst()
        return byte
    }

    private mutating func number(digits: Int, in range: ClosedRange<Int64> = 0...9999) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let byte = rest.popFirst(), Self.isDigit(byte) else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return range.contains(number) ? number : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
