public import EndpointTransports
import Foundation

extension EndpointError: _DescribedError, _OpaqueType, ShownAsText {
    /// A sentence for a person; the comment of the type says what it shows.
    package var text: String {
        switch self {
        case .invalidRequest(let error):
            "The request cannot be made: \(ErrorText.of(error))"
        case .middlewareFailed(let error):
            "A middleware failed: \(ErrorText.of(error))"
        case .cancelled:
            "The call was cancelled."
        case .serverUnreachable(let error):
            EndpointTransportError.unreachable(error).text
        case .serverNotResponding(let error):
            EndpointTransportError.notResponding(error).text
        case .timedOut:
            "The call timed out."
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

    /// Returns the reason that the server gives, as the server wrote it, the first line of each part; without a reason,
    /// the names of the body's members.
    private static func reason(of error: ServerError?, in response: EndpointResponse) -> String {
        var parts: [String] = []
        for part in [error?.error, error?.reason, error?.detail] {
            let line = String((part ?? "").drop(while: \.isWhitespace).prefix { !$0.isNewline })
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
