import Endpoint
import EndpointController
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
    var chunks: [Data]
    /// The pause before each chunk; nil for none.
    var pause: Pause?
    var ending = Ending.whole
    /// The number of bytes that arrive before the ending.
    var cut = Int.max
    /// A Boolean value that indicates whether a missing `Content-Length` may be added.
    var announcesLength = true

    /// Returns the response to a request, with a body that can be read once.
    ///
    /// - Throws: `FixtureError`, or `EndpointRequestError` for invalid or duplicate header fields.
    func streamed(for request: URLRequest) throws -> EndpointStreamedResponse {
        let (head, settled) = try settled(for: request)
        return EndpointStreamedResponse(head: head, body: settled.body())
    }

    /// Returns the response to a request, with the bytes that arrive before the ending; the ending itself is ignored.
    func whole(for request: URLRequest) throws -> EndpointResponse {
        let (head, settled) = try settled(for: request)
        return EndpointResponse(request: request, head: head, body: Data(settled.chunks.joined()))
    }

    private func settled(for request: URLRequest) throws -> (head: EndpointResponseHead, response: MadeUpResponse) {
        guard (200...999).contains(statusCode) else { throw FixtureError.invalidStatusCode(statusCode) }
        try HeaderFields.validate(headerFields)
        var settled = self
        // Responses to HEAD and responses with status 204 or 304 never have a body, even if they announce one (RFC
        // 9112, section 6.3).
        let isEmpty = chunks.allSatisfy(\.isEmpty)
        let hasNoBody = request.httpMethod == "HEAD" || statusCode == 204 || statusCode == 304
        // A response to HEAD may announce the length of the body that a GET would return (RFC 9110, section 8.6).
        if !hasNoBody || request.httpMethod == "HEAD" && !isEmpty { try settled.settleLength() }
        if hasNoBody {
            settled.chunks = []
            settled.ending = .whole
        } else {
            settled.chunks = Self.prefix(cut, of: settled.chunks)
        }
        guard let url = request.url else { throw FixtureError.missingURL }
        let head = EndpointResponseHead(url: url, statusCode: statusCode, headerFields: settled.headerFields)
        return (head, settled)
    }

    /// Adds a missing `Content-Length`; otherwise cuts a body that is longer than announced, and makes a shorter body
    /// end with a `truncated` error, as a transport would.
    private mutating func settleLength() throws {
        func value(_ name: String) -> String? { headerFields.first { $0.key.lowercased() == name }?.value }
        // An encoded body has a different length on the wire, and a chunked body does not announce its length.
        if value("content-encoding") != nil || value("transfer-encoding") != nil { return }
        let count = chunks.reduce(0) { $0 + $1.count }
        guard let text = value("content-length") else {
            if announcesLength { headerFields["Content-Length"] = String(count) }
            return
        }
        guard let length = Int(text), length >= 0, !text.hasPrefix("+") else {
            throw FixtureError.invalidContentLength(text)
        }
        if length < count { chunks = Self.prefix(length, of: chunks) }
        if length > count, case .whole = ending { ending = .failed(.truncated(URLError(.networkConnectionLost))) }
    }

    private static func prefix(_ count: Int, of chunks: [Data]) -> [Data] {
        var room = max(count, 0)
        return chunks.map { chunk in
            defer { room -= min(room, chunk.count) }
            return Data(chunk.prefix(room))
        }
    }

    private func body() -> EndpointResponseBody {
        let rest = Locked(chunks.filter { !$0.isEmpty }[...])
        return EndpointResponseBody { [ending, pause] in
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
    }
}

extension MadeUpResponse {
    /// Creates a response whose body arrives in one chunk, with the body's content type unless `headerFields` sets it.
    init(statusCode: Int, headerFields: [String: String], body: HTTPBody?) throws {
        var fields = headerFields
        if let body, !fields.keys.contains(where: { $0.lowercased() == "content-type" }) {
            fields["Content-Type"] = body.contentType
        }
        self.init(statusCode: statusCode, headerFields: fields, chunks: [try body?.data() ?? Data()])
    }
}
