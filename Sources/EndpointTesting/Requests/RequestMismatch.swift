import Endpoint
import EndpointController
public import Foundation

/// A part of a request that is not what a test expects.
///
/// Credentials are shown as `***`.
public struct RequestMismatch: Error, Sendable, Equatable {
    /// The part that differs, such as `method`, `header field "Accept"` or `body at $.users[2].name`.
    public let part: String

    /// The expected value as text; nil if there should be none.
    public let expected: String?

    /// The found value as text; nil if there is none.
    public let found: String?

    /// The method and URL of the request.
    public let request: String

    init(_ part: String, expected: String?, found: String?, in request: URLRequest) {
        self.part = part
        self.expected = expected.map(Self.short)
        self.found = found.map(Self.short)
        self.request = request.shown
    }

    private static func short(_ text: String) -> String {
        text.count <= 300 ? text : "\(text.prefix(300))… (\(text.count) characters)"
    }
}

extension RequestMismatch: CustomStringConvertible, LocalizedError {
    /// A readable sentence, without credentials.
    public var description: String { "The \(summary), in \(request)." }

    /// The description without the request.
    var summary: String {
        let difference = "\(part) differs: expected \(expected ?? "none"), found \(found ?? "none")"
        // Otherwise the text would say that a value differs from itself.
        return expected == found ? "\(difference) (the difference is in a credential, which is not shown)" : difference
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension URLRequest {
    /// Method and URL, without credentials.
    var shown: String {
        "\((httpMethod ?? "GET").visible) \(Credentials.hidden(inURL: url?.absoluteString ?? "").visible)"
    }
}
