@_spi(Tools) import Endpoint
public import EndpointTransports
import Foundation

extension EndpointError: _DescribedError, _OpaqueType {
    /// A sentence for a person; the comment of the type says what it shows.
    public var description: String {
        switch self {
        case .invalidRequest(let call, let error):
            Self.text(
                "The request cannot be made: \(call.hidesText(of: error) ? "its URL is refused" : ErrorText.of(error))",
                call)
        case .middlewareFailed(let call, let error):
            Self.text("\(call.middleware.map { "\($0)" } ?? "A middleware") failed: \(ErrorText.of(error))", call)
        case .cancelled(let call):
            Self.text("The call was cancelled", call)
        case .serverUnreachable(let call, let error):
            Self.text(EndpointTransportError.unreachable(error).description, call)
        case .serverNotResponding(let call, let error):
            Self.text(EndpointTransportError.notResponding(error).description, call)
        case .timedOut(let call):
            Self.text("The call timed out", call)
        case .redirectNotFollowed(let response, let error):
            // The location may repeat a secret path.
            "The redirect was not followed\(response.hasSecretPath ? "" : ": \(error)") (\(response.summary))"
        case .reportedFailure(let response, let error):
            "The server reports a failure with \(response.summary)\(Self.reason(of: error, in: response))"
        case .unacceptableStatus(let response, let error):
            "The server responded with \(response.summary)\(Self.reason(of: error, in: response))"
                + (response.explanation.map { " (\(ErrorText.of($0)))" } ?? "")
        case .unacceptableContentType(let response):
            "The content type \((response.contentType ?? "").quoted) is not accepted, "
                + "in \(response.summary)."
        case .unacceptableResponse(let response, let error):
            "The response is not accepted: \(ErrorText.of(error)) (\(response.summary))"
        case .responseTooLarge(let response, let limit):
            "The response is longer than \(limit) bytes, in \(response.summary)."
        case .truncatedResponse(let response, let error):
            // The body of a download or a stream with an accepted status is empty here even if bytes have arrived.
            "The response ended \(response.body.isEmpty ? "too early" : "after \(response.body.count) bytes"), "
                + "in \(response.summary): \(ErrorText.of(error))"
        case .parsing(let response, let error):
            "The response cannot be parsed: \(ErrorText.of(error)) (\(response.summary))"
        }
    }

    /// Returns a sentence about a call without a response, with its explanation.
    private static func text(_ sentence: String, _ call: EndpointUnansweredCall) -> String {
        "\(sentence) (\(call.explanation.map { "\(ErrorText.of($0)); " } ?? "")\(call))"
    }

    /// Returns the reason that the server gives, as the server wrote it, each part on one line; without a reason, the
    /// names of the body's members.
    private static func reason(of error: ServerError?, in response: EndpointResponse) -> String {
        var parts: [String] = []
        for part in [error?.error.serverErrorText, error?.reason.serverErrorText, error?.detail.serverErrorText] {
            let line = (part ?? "").split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: " ")
            if !line.isEmpty, !parts.contains(line) { parts.append(line) }
        }
        guard !parts.isEmpty else {
            let names = JSONBody.memberNames(in: response.body)
            return names.map { ". The body has the members \($0.visible)." } ?? "."
        }
        let texts = parts.dropLast().map { $0.hasSuffix(".") ? $0 : $0 + "," } + parts.suffix(1)
        let line = texts.joined(separator: " ")
        return ": " + (line.count > 500 ? line.prefix(500) + "…" : line).visible
    }
}
