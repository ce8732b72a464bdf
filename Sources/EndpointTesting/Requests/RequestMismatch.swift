public import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// A part of a request that differs from what a test expects.
///
/// Credentials that the library recognises are hidden, usually as `***`.
public struct RequestMismatch: Error, Sendable, Equatable {
    /// The part that differs, such as `method`, `header field "Accept"` or `body at $.users[2].name`.
    public let part: String

    /// The expected value as text, shortened to about 300 characters; nil if no value is expected.
    public var expected: String? { texts().expected }

    /// The found value as text, shortened to about 300 characters; nil if the part is missing.
    public var found: String? { texts().found }

    /// The method and URL of the request.
    public var request: String { texts().request }

    /// The texts, which are made when they are read: a request differs from most stubs, and few differences are shown.
    private let texts: @Sendable () -> Texts

    init(
        _ part: String,
        expected: @autoclosure @escaping @Sendable () -> String?,
        found: @autoclosure @escaping @Sendable () -> String?,
        in request: URLRequest
    ) {
        self.part = part
        texts = { Texts(expected: expected(), found: found(), request: request.shown) }
    }

    /// Indicates whether two mismatches have the same part and texts.
    public static func == (lhs: RequestMismatch, rhs: RequestMismatch) -> Bool {
        lhs.part == rhs.part && lhs.texts() == rhs.texts()
    }

    /// Indicates whether two texts have the same bytes; `==` treats canonically equivalent texts as equal.
    static func areEqual(_ lhs: String?, _ rhs: String?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        return lhs.utf8.elementsEqual(rhs.utf8)
    }
}

/// The texts of a mismatch.
private struct Texts: Equatable {
    let expected: String?
    let found: String?
    let request: String

    /// A Boolean value that indicates whether `expected` and `found` are equal as texts although the values differ, for
    /// example in a credential.
    let isHidden: Bool

    init(expected: String?, found: String?, request: String) {
        self.request = request
        isHidden = RequestMismatch.areEqual(expected, found)
        // Texts that are equivalent or compatible in Unicode look alike, so escape their non-ASCII characters.
        let forms = [expected, found].map { $0?.precomposedStringWithCompatibilityMapping }
        let isAlike = forms[0] == forms[1] && !isHidden
        let (expected, found) = (isAlike ? expected?.asciiEscaped : expected, isAlike ? found?.asciiEscaped : found)
        let start = max(zip(expected ?? "", found ?? "").prefix { $0 == $1 }.count - 100, 0)
        self.expected = expected.map { Self.excerpt($0, from: start) }
        self.found = found.map { Self.excerpt($0, from: start) }
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
        let texts = texts()
        let difference = "\(part) differs: expected \(texts.expected ?? "none"), found \(texts.found ?? "none")"
        // Without the addition, the description would say that a value differs from itself.
        return texts.isHidden ? "\(difference) (the difference is not shown; it may be in a credential)" : difference
    }
}

extension URLRequest {
    /// The method and the URL, with recognised credentials hidden.
    var shown: String {
        "\((httpMethod ?? "GET").visible) \(Redaction.standard.masked(url?.absoluteString ?? "").visible)"
    }
}

extension String {
    /// The text in double quotes, so that two texts that are equivalent in Unicode, but not equal, look different.
    var unmistakable: String {
        utf8.elementsEqual(precomposedStringWithCanonicalMapping.utf8) ? quoted : quoted.asciiEscaped
    }

    /// The text with an escape such as `\u{301}` for each character that is not ASCII.
    fileprivate var asciiEscaped: String {
        unicodeScalars.map { $0.isASCII ? "\($0)" : "\\u{\(String($0.value, radix: 16, uppercase: true))}" }.joined()
    }
}
