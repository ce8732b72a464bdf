public import EndpointController
import Foundation

/// A part of a request that differs from what a test expects.
///
/// Credentials that the library recognises are hidden, usually as `***`.
public struct RequestMismatch: Error, Sendable, Equatable {
    /// The part that differs, such as `method`, `header field "Accept"` or `body at $.users[2].name`.
    public let part: String

    /// The expected value as text, shortened to about 300 characters; nil if no value is expected.
    public let expected: String?

    /// The found value as text, shortened to about 300 characters; nil if the part is missing.
    public let found: String?

    /// The method and URL of the request.
    public let request: String

    /// A Boolean value that indicates whether `expected` and `found` are equal as texts although the values differ, for
    /// example in a credential.
    private let isHidden: Bool

    init(_ part: String, expected: String?, found: String?, in request: URLRequest) {
        isHidden = Self.areEqual(expected, found)
        // Canonically equivalent texts look alike, so escape their non-ASCII characters.
        let isAlike = expected == found && !isHidden
        func shown(_ text: String) -> String {
            if !isAlike { return text }
            return text.unicodeScalars.map {
                $0.isASCII ? "\($0)" : "\\u{\(String($0.value, radix: 16, uppercase: true))}"
            }.joined()
        }
        let (expected, found) = (expected.map(shown), found.map(shown))
        let start = max(zip(expected ?? "", found ?? "").prefix { $0 == $1 }.count - 100, 0)
        self.part = part
        self.expected = expected.map { Self.excerpt($0, from: start) }
        self.found = found.map { Self.excerpt($0, from: start) }
        self.request = request.shown
    }

    /// Indicates whether two texts have the same bytes; `==` treats canonically equivalent texts as equal.
    static func areEqual(_ lhs: String?, _ rhs: String?) -> Bool {
        lhs.map { Array($0.utf8) } == rhs.map { Array($0.utf8) }
    }

    /// Returns the text; if it is longer than 300 characters, returns an excerpt that begins at an offset.
    private static func excerpt(_ text: String, from start: Int) -> String {
        if text.count <= 300 { return text }
        let rest = text.dropFirst(start)
        return "\(start > 0 ? "…" : "")\(rest.prefix(300))\(rest.count > 300 ? "…" : "") (\(text.count) characters)"
    }
}

extension RequestMismatch: _DescribedError {
    /// A readable sentence, with recognised credentials hidden.
    public var description: String { "The \(summary), in \(request)." }

    /// The description without the article and the request, for use within another text.
    var summary: String {
        let difference = "\(part) differs: expected \(expected ?? "none"), found \(found ?? "none")"
        // Without the addition, the description would say that a value differs from itself.
        return isHidden ? "\(difference) (the difference is not shown; it may be in a credential)" : difference
    }
}

extension URLRequest {
    /// The method and the URL, with recognised credentials hidden.
    var shown: String {
        "\((httpMethod ?? "GET").visible) \(Credentials.hidden(inURL: url?.absoluteString ?? "").visible)"
    }
}
