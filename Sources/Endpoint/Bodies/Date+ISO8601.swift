import Foundation

extension Date {
    /// Returns the date in ISO 8601 and UTC, to the millisecond; a fraction of zero is left out.
    ///
    /// - Parameter path: The coding path of the date, for the error.
    /// - Returns: The text, such as `2001-01-01T00:02:03Z` or `2001-01-01T00:02:03.004Z`.
    /// - Throws: `EncodingError` if the year is not from 0 to 9999.
    func iso8601(at path: [any CodingKey]) throws -> String {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        let seconds = (milliseconds / 1_000).rounded(.down)
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else {
            // The error contains a number, not the date: the description of a date that is not finite ends the process.
            throw EncodingError.invalidValue(
                seconds, .init(codingPath: path, debugDescription: "The year of the date is not from 0 to 9999."))
        }
        let text = Date(timeIntervalSince1970: seconds).iso8601InSeconds
        let fraction = Int(milliseconds - seconds * 1_000)
        return fraction == 0 ? text : "\(text.dropLast()).\(String(fraction + 1_000).dropFirst())Z"
    }

    private var iso8601InSeconds: String {
        // From 15 October 1582 on, Foundation uses the calendar of ISO 8601, and before that day the Julian calendar.
        if timeIntervalSince1970 >= -12_219_292_800 { return formatted(.iso8601) }
        // The calendar of ISO 8601 repeats every 400 years, so format the date 2,000 years later, whose year starts
        // with 2 or 3, and replace that digit with 0 or 1.
        let text = addingTimeInterval(63_113_904_000).formatted(.iso8601)
        return (text.hasPrefix("2") ? "0" : "1") + text.dropFirst()
    }
}
