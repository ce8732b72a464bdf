/// The calendar of HTTP dates and ISO 8601, also for the years before it was introduced.
public enum GregorianCalendar {
    /// Returns the number of days from January 1, 1970, to a date, or nil if the month has no such day.
    public static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1...length).contains(day) else { return nil }
        let year = month < 3 ? year - 1 : year
        let dayOfYear = (153 * (month < 3 ? month + 9 : month - 3) + 2) / 5 + day - 1
        return year * 365 + year.floorDivided(by: 4) - year.floorDivided(by: 100) + year.floorDivided(by: 400)
            + dayOfYear - 719_468
    }
}

extension Int64 {
    func floorDivided(by divisor: Int64) -> Int64 {
        (self - (self % divisor + divisor) % divisor) / divisor
    }
}
