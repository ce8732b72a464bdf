public import EndpointController
import EndpointSupport
public import Foundation

extension EndpointResponseHead {
    /// Returns the time that the field `Retry-After` asks the client to wait (RFC 9110, section 10.2.3).
    ///
    /// The field contains a number of seconds or a date. A date is compared with the `Date` field of the same response,
    /// if that field is valid, so that the clock of the client does not matter.
    ///
    /// - Parameter now: The current date, for a response without a valid `Date`. The default is the system date.
    /// - Returns: The time to wait, which is zero for a date that has passed; nil if the field is missing, repeated or
    ///   not valid.
    public func retryAfter(now: Date = Date()) -> Duration? {
        let field = headerField("Retry-After")?.trimmingCharacters(in: [" ", "\t"])
        guard let value = field, !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(Int64(value) ?? .max)
        }
        let start = headerField("Date").flatMap { HTTPDate.date(from: $0, now: now) } ?? now
        guard let end = HTTPDate.date(from: value, now: start) else { return nil }
        let seconds = max(end.timeIntervalSince(start), 0)
        // A duration from a large `Double` would be slightly off.
        return .seconds(Int64(seconds)) + .seconds(seconds - seconds.rounded(.down))
    }
}
