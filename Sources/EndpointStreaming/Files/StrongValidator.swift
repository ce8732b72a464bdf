import EndpointController
import Foundation

/// A validator that changes whenever a byte of the file changes (RFC 9110, section 8.8.1): the value of `If-Range`.
struct StrongValidator: Equatable {
    /// The validator as the server sent it.
    let value: String

    /// Creates the validator of a response; nil if the response has none for `If-Range` (RFC 9110, section 13.1.5).
    ///
    /// A date must not be used if the response has an entity tag, even a weak tag.
    init?(_ head: EndpointResponseHead) {
        if let tag = head.headerField("ETag") {
            guard Self.isStrongTag(tag) else { return nil }
            value = tag
        } else {
            guard let modified = head.headerField("Last-Modified"),
                let date = head.headerField("Date").flatMap(Self.date),
                let modification = Self.date(modified), date.timeIntervalSince(modification) >= Self.safeAge
            else { return nil }
            value = modified
        }
    }

    /// Creates a validator from the value in a resume point; nil if the value is neither a strong tag nor a date.
    init?(kept value: String) {
        guard Self.isStrongTag(value) || Self.date(value) != nil else { return nil }
        self.value = value
    }

    /// Indicates whether a response contains this validator, and so belongs to the same version of the file (RFC 9110,
    /// section 15.3.7).
    func isNamed(by head: EndpointResponseHead) -> Bool {
        head.headerField(Self.isStrongTag(value) ? "ETag" : "Last-Modified") == value
    }

    /// The minimum number of seconds from `Last-Modified` to `Date` for a strong validator (RFC 9110, section 8.8.2.2);
    /// a minute allows for clocks that differ.
    private static let safeAge: TimeInterval = 60

    /// Indicates whether an entity tag is strong (RFC 9110, section 8.8.3), and consists of ASCII characters: a request
    /// with another tag could be refused, or read in another encoding.
    private static func isStrongTag(_ tag: String) -> Bool {
        guard tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return false }
        return tag.utf8.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
    }

    /// Reads a date in the only format that servers may still generate (RFC 9110, section 5.6.7).
    private static func date(_ text: String) -> Date? {
        HTTPDate.date(from: text, now: .now).flatMap { HTTPDate.text($0) == text ? $0 : nil }
    }
}
