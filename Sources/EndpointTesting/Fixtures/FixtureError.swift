public import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// An error in a request, a response or a JSON text that a test supplies.
public enum FixtureError: Error, Sendable, Equatable {
    /// The status code is outside the range 200 to 999: use the status code of a final response (RFC 9110, section 15).
    case invalidStatusCode(Int)

    /// The `Content-Length` is not a number of bytes (RFC 9110, section 8.6).
    case invalidContentLength(String)

    /// The text is not valid JSON, or is nested too deeply.
    case invalidJSON

    /// The request has no URL, so it cannot have a response.
    case missingURL

    /// The array of a stub's answers is empty.
    case noAnswers
}

extension FixtureError: _DescribedError {
    /// A readable sentence, without credentials.
    public var description: String {
        switch self {
        case .invalidStatusCode(let code): "\(code) is not the status code of a final response: use 200 to 999."
        case .invalidContentLength(let text): "The Content-Length \(text.quoted) is not a number of bytes."
        case .invalidJSON: "The text is not valid JSON, or is nested too deeply."
        case .missingURL: "The request has no URL."
        case .noAnswers: "The stub has no answers."
        }
    }
}
