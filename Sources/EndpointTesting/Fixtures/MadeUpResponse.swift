import EndpointController
import EndpointSupport
import Foundation

/// A response from a test or a cassette, before its header fields and its body are made consistent.
struct MadeUpResponse: Sendable {
    enum Ending: Sendable {
        case whole
        case failed(EndpointTransportError)
        /// No more data arrives, and only cancelling the call ends the body.
        case stalled
    }

    var statusCode: Int
    var headerFields: [String: String]
    /// The chunks of the body, which are read for each response.
    var chunks: [HTTPBody]
    /// The pause before each chunk; nil for none.
    var pause: Pause?
    var ending = Ending.whole
    /// The maximum number of bytes that arrive before the ending.
    var cut = Int.max
    /// A Boolean value that indicates whether a missing `Content-Length` may be added.
    var announcesLength = true

    /// Returns the response to a request, with a body that can be read once.
    ///
    /// - Throws: `FixtureError`, or `EndpointRequestError` for invalid or duplicate header fields and for a body that
    ///   cannot be encoded or read.
    func streamed(for request: URLRequest) throws -> EndpointStreamedResponse {
        let (head, chunks, ending) = try settled(for: request)
        let rest = Locked(chunks.filter { !$0.isEmpty }[...])
        let body = EndpointResponseBody { [pause] in
            if Task.isCancelled { throw EndpointTransportError.cancelled }
            if let chunk = rest.withLock({ $0.popFirst() }) {
                try await pause?()
                return chunk
            }
            switch ending {
            case .whole: return nil
            case .failed(let error): throw error
            case .stalled: throw await Pause.untilCancelled()
            }
        }
        return EndpointStreamedResponse(head: head, body: body)
    }

    /// Returns the response to a request, with the bytes that arrive before the ending; the ending itself is ignored.
    func whole(for request: URLRequest) throws -> EndpointResponse {
        let (head, chunks, _) = try settled(for: request)
        return EndpointResponse(request: request, head: head, body: Data(chunks.joined()))
    }

    /// Makes the header fields, the body and its ending consistent.
    ///
    /// Without a content or transfer coding, a missing `Content-Length` is usually added, a body that is longer than
    /// announced is cut, and a shorter body, unless it fails or stalls, ends with a `truncated` error, as over a
    /// transport.
    private func settled(for request: URLRequest) throws -> (EndpointResponseHead, chunks: [Data], Ending) {
        let chunks = try chunks.map { try $0.data() }
        let count = chunks.reduce(0) { $0 + $1.count }
        guard (200...999).contains(statusCode) else { throw FixtureError.invalidStatusCode(statusCode) }
        guard let url = request.url else { throw FixtureError.missingURL }
        var checked = URLRequest(url: url)
        try checked.setHeaderFields(headerFields)
        var (fields, ending, room) = (headerFields, ending, max(cut, 0))
        func value(_ name: String) -> String? { fields.first { $0.key.lowercased() == name }?.value }
        // An encoded body has a different length on the wire, and a chunked body does not announce its length.
        let isCoded = value("content-encoding") != nil || value("transfer-encoding") != nil
        // Responses to HEAD and responses with status 204 or 304 never have a body, even if they announce one (RFC
        // 9112, section 6.3).
        let isHead = request.httpMethod == "HEAD"
        let hasBody = !isHead && statusCode != 204 && statusCode != 304
        // A response to HEAD may announce the length of the body that a GET would return (RFC 9110, section 8.6).
        if !isCoded, hasBody || isHead && count > 0 {
            if let text = value("content-length") {
                guard let length = Int(text), length >= 0, !text.hasPrefix("+") else {
                    throw FixtureError.invalidContentLength(text)
                }
                room = min(room, length)
                if length > count, case .whole = ending {
                    ending = .failed(.truncated(URLError(.networkConnectionLost)))
                }
            } else if announcesLength {
                fields["Content-Length"] = String(count)
            }
        }
        let head = EndpointResponseHead(url: url, statusCode: statusCode, headerFields: fields)
        guard hasBody else { return (head, [], .whole) }
        let arriving = chunks.map { chunk in
            defer { room -= min(room, chunk.count) }
            return Data(chunk.prefix(room))
        }
        return (head, arriving, ending)
    }
}

extension MadeUpResponse {
    /// Creates a response whose body arrives in one chunk, with the body's content type unless `headerFields` sets it.
    init(statusCode: Int, headerFields: [String: String], body: HTTPBody?) {
        self.init(statusCode: statusCode, headerFields: headerFields, chunks: body.map { [$0] } ?? [])
        guard let body, !headerFields.keys.contains(where: { $0.lowercased() == "content-type" }) else { return }
        self.headerFields["Content-Type"] = body.contentType
    }
}
