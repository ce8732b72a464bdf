import Foundation

extension Date {
    /// Returns the date in ISO 8601, in whole seconds and UTC.
    ///
    /// `formatted(.iso8601)` uses the Julian calendar for dates before 15 October 1582; ISO 8601 does not.
    ///
    /// - Parameter path: The place of the date in the value that is encoded.
    /// - Returns: The text, such as `2001-01-01T00:02:03Z`.
    /// - Throws: `EncodingError` if the year is not from 0 to 9999.
    func iso8601(at path: [any CodingKey]) throws -> String {
        let seconds = timeIntervalSince1970.rounded(.down)
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else {
            // The error contains a number, because the description of a date that is not finite ends the process.
            throw EncodingError.invalidValue(
                seconds, .init(codingPath: path, debugDescription: "The year of the date is not from 0 to 9999."))
        }
        let total = Int64(seconds) + 62_167_219_200
        let second = Int32(truncatingIfNeeded: total % 86_400)
        // Count from 1 March of the year -400: each leap day is then the last day of its year.
        let days = Int32(truncatingIfNeeded: total / 86_400) + 146_037
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + (era - 1) * 400 + (month < 10 ? 0 : 1)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02dZ", year, month < 10 ? month + 3 : month - 9, day,
            second / 3_600, second / 60 % 60, second % 60)
    }
}
