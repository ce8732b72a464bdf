public import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// A call without a stub, or an answer that cannot be given or was never given.
///
/// Credentials that the library recognises are hidden, usually as `***`.
public enum StubError: Error, Sendable {
    /// No stub matches a request. The `stubs` describe how the request differs from each stub.
    case unstubbedCall(String, stubs: [String])

    /// An answer cannot be given. The error is a ``FixtureError``, or the error of the body or the header fields.
    case unusableAnswer(any Error)

    /// Some requests had no stub, or some answers were never given.
    case unmet(unstubbedCalls: [String], unusedAnswers: [String])
}

extension StubError: _DescribedError {
    /// A readable text, with recognised credentials hidden.
    public var description: String {
        switch self {
        case .unstubbedCall(let request, let stubs) where stubs.isEmpty:
            "There is no stub for \(request): no stubs were added."
        case .unstubbedCall(let request, let stubs):
            "There is no stub for \(request). There are: \(stubs.joined(separator: "; "))."
        case .unusableAnswer(let error):
            "The answer of a stub cannot be given: \(ErrorText.of(error))"
        case .unmet(let unstubbedCalls, let unusedAnswers):
            (unstubbedCalls.map { "No stub answered \($0)." } + unusedAnswers).joined(separator: " ")
        }
    }
}
