public import Foundation

/// A reader and writer of HTTP dates (RFC 9110, section 5.6.7).
public struct HTTPDate {
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private var rest: Substring.UTF8View

    /// Reads a date in any of the three formats of HTTP; case is ignored.
    ///
    /// - Parameters:
    ///   - text: The field value, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - now: The current date. A two-digit year is in the latest century that puts the date at most 50 years ahead.
    /// - Returns: The date, or nil if the text is not a valid date.
    public static func date(from text: String, now: Date) -> Date? {
        var reader = HTTPDate(rest: text.lowercased()[...].utf8)
        guard let seconds = reader.seconds(now: now), reader.rest.isEmpty else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Writes a date as an IMF-fixdate, rounded down to a whole second.
    ///
    /// - Parameter date: A date in the years 1 to 9999.
    /// - Returns: The text, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func text(_ date: Date) -> String {
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        let day = seconds.floorDivided(by: 86_400)
        let time = seconds - day * 86_400
        // The algorithm of `GregorianCalendar` in reverse: years begin in March, so that leap days come last.
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = Int(march < 10 ? march + 2 : march - 10)
        let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
        func digits(_ number: Int64, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
        }
        let weekday = weekdays[Int(day + 3 - (day + 3).floorDivided(by: 7) * 7)].prefix(3).capitalized
        return "\(weekday), \(digits(dayOfYear - (153 * march + 2) / 5 + 1)) \(months[month].capitalized) "
            + "\(digits(year, 4)) \(digits(time / 3_600)):\(digits(time / 60 % 60)):\(digits(time % 60)) GMT"
    }

    /// Reads a date; returns the seconds since 1970, or nil if the text does not begin with a date.
    private mutating func seconds(now: Date) -> Int64? {
        let weekday = word()
        guard Self.weekdays.contains(where: { $0 == weekday || $0.prefix(3) == weekday }) else { return nil }
        if take(", ") {
            guard let day = number(digits: 2) else { return nil }
            if take(" ") {
                guard let month = month(), take(" "), let year = number(digits: 4), take(" "), let time = time(),
                    take(" gmt"), let days = GregorianCalendar.days(year: year, month: month, day: day)
                else { return nil }
                return days * 86_400 + time
            }
            guard take("-"), let month = month(), take("-"), let year = number(digits: 2), take(" "),
                let time = time(), take(" gmt")
            else { return nil }
            // A two-digit year (RFC 850) is the latest year with these digits whose date is at most 50 years ahead.
            let fullYear = stride(from: Int64(9_900), through: 0, by: -100).lazy.map { $0 + year }.first { year in
                guard let month = GregorianCalendar.days(year: year - 50, month: month, day: 1) else { return false }
                return TimeInterval((month + day - 1) * 86_400 + time) <= now.timeIntervalSince1970
            }
            let days = fullYear.flatMap { GregorianCalendar.days(year: $0, month: month, day: day) }
            return days.map { $0 * 86_400 + time }
        }
        guard take(" "), let month = month(), take(" "),
            let day = take(" ") ? number(digits: 1) : number(digits: 2),
            take(" "), let time = time(), take(" "), let year = number(digits: 4),
            let days = GregorianCalendar.days(year: year, month: month, day: day)
        else { return nil }
        return days * 86_400 + time
    }

    private mutating func month() -> Int64? {
        let name = word()
        return Self.months.firstIndex { $0 == name }.map { Int64($0 + 1) }
    }

    /// Reads a time of day; returns the seconds since midnight, or nil if the text does not begin with a time.
    ///
    /// Second 60, a leap second, is valid.
    private mutating func time() -> Int64? {
        guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60,
            take(":"), let second = number(digits: 2), second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private mutating func word() -> Substring {
        let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        rest = rest.dropFirst(letters.count)
        return Substring(letters)
    }

    private mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let byte = rest.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard text.withUTF8Buffer({ rest.prefix(count).elementsEqual($0) }) else { return false }
        rest = rest.dropFirst(count)
        return true
    }
}
