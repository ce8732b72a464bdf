import EndpointController
import EndpointSupport
import Foundation

/// A validator that changes whenever a byte of the file changes (RFC 9110, section 8.8.1): the value of `If-Range`.
enum StrongValidator {
    /// Returns the validator of a response, or nil if it has none for `If-Range` (RFC 9110, section 13.1.5).
    ///
    /// A date must not be used if the response has an entity tag, even a weak tag.
    static func of(_ head: EndpointResponseHead) -> String? {
        if let tag = head.headerField("ETag") { return isStrongTag(tag) ? tag : nil }
        guard let modified = head.headerField("Last-Modified"), let date = head.headerField("Date").flatMap(Self.date),
            let modification = Self.date(modified), date.timeIntervalSince(modification) >= safeAge
        else { return nil }
        return modified
    }

    /// Indicates whether a text is a strong tag or a date.
    static func isValid(_ text: String) -> Bool {
        isStrongTag(text) || date(text) != nil
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
