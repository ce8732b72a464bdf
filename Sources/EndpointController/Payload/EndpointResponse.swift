@_spi(Tools) import Endpoint
import EndpointSupport
public import EndpointTransports
public import Foundation

/// A response with its body in memory.
///
/// Its `description` has the status, the method, the length of the body, and the URL without its fragment and query
/// values, and with user information and a secret path hidden (``EndpointRules/hasSecretPath``).
public struct EndpointResponse: Sendable {
    /// The request as it was last sent, after all middleware and redirects, or the endpoint's request if a middleware
    /// created the response.
    public var request: URLRequest

    /// The status and the header fields.
    public var head: EndpointResponseHead

    /// The body, after the transport has decoded content codings such as gzip.
    public var body: Data

    /// An error with which a middleware explains the response, such as the reason why a token could not be renewed: see
    /// ``EndpointNext/explanation``; by default nil.
    public private(set) var explanation: (any Error)?

    /// A Boolean value that indicates whether descriptions and error texts hide the path of the request.
    private(set) var hasSecretPath = false

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - request: The request that the response answers.
    ///   - head: The status and the header fields.
    ///   - body: The body; by default empty.
    public init(request: URLRequest, head: EndpointResponseHead, body: Data = Data()) {
        self.request = request
        self.head = head
        self.body = body
    }

    /// Creates a response without a body from a streamed response, for an error that you throw about it.
    ///
    /// - Parameters:
    ///   - streamed: The response that ``EndpointCall/stream(from:)`` returned.
    ///   - call: The call. If its path is secret, descriptions of the response hide it. The response has no
    ///     ``explanation``.
    public init<ServerError>(_ streamed: EndpointStreamedResponse, to call: EndpointCall<ServerError>) {
        self.init(to: call.call, streamed, nil)
    }

    /// Creates a response from a streamed response, for a closure that your middleware calls.
    ///
    /// - Parameters:
    ///   - streamed: The response that `next` returned.
    ///   - next: The rest of the call. If its path is secret, descriptions of the response hide it.
    ///   - body: The body, or its start; by default empty.
    public init(_ streamed: EndpointStreamedResponse, to next: EndpointNext, body: Data = Data()) {
        self.init(to: next.state.call, streamed, nil)
        self.body = body
    }

    init(to call: Call, _ streamed: EndpointStreamedResponse, _ notes: CallNotes?) {
        self.init(request: streamed.request ?? call.request, head: streamed.head)
        explanation = notes?.explanation
        hasSecretPath = call.rules.hasSecretPath == true
    }

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int { head.statusCode }

    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name of the field; case is ignored.
    /// - Returns: The value, or nil if there is no such field: see `EndpointResponseHead.headerField(_:)`.
    public func headerField(_ name: String) -> String? {
        head.headerField(name)
    }

    /// The media type with its parameters (RFC 9110, section 8.3), or nil if there is no `Content-Type` field; if there
    /// are several, the last that names a type, or the one before it that names a charset for the same type (WHATWG
    /// Fetch, section 2.2.2).
    public var contentType: String? {
        guard let value = headerField("Content-Type") else { return nil }
        let types = FieldList.members(of: value).filter { $0.contains("/") && !$0.hasPrefix("*/*") }
        guard let last = types.last else { return value }
        let same = types.reversed().prefix {
            MediaTypePattern.essence(String($0)) == MediaTypePattern.essence(String(last))
        }
        return String(same.first { $0.lowercased().contains("charset=") } ?? last)
    }

    /// The URL in the `Location` field, resolved against the URL of the request (RFC 9110, section 10.2.2); nil if the
    /// field is missing or does not lead to a valid `http` or `https` URL.
    ///
    /// ```swift
    /// let (_, response) = try await api.loadWithResponse(StartExport())
    /// if let url = response.location { show(try await api.load(GetExport(), from: url)) }
    /// ```
    public var location: URL? {
        headerField("Location").flatMap { try? Redirect.url($0, relativeTo: request.url) }
    }
}

extension EndpointResponse: _OpaqueType {
    public var description: String { "\(summary), \(body.count) bytes" }
}

extension EndpointResponse {
    /// Indicates whether this is a part of a representation that does not name the content type, because an earlier
    /// response did (RFC 9110, section 15.3.7).
    var isUntypedPart: Bool {
        statusCode == 206 && contentType == nil && request.value(forHTTPHeaderField: "If-Range") != nil
    }

    var summary: String {
        let reason = HTTPURLResponse.localizedString(forStatusCode: statusCode)
        return "\(statusCode) \(reason) to \(request.outline(hidingPath: hasSecretPath))"
    }
}

extension URLRequest {
    /// The method and the URL, without its fragment, its query values and, on request, its path.
    func outline(hidingPath: Bool) -> String {
        let url = Redaction.standard.outline(ofURL: url?.absoluteString ?? "")
        return "\(httpMethod ?? "GET") \((hidingPath ? Redaction.standard.maskedPath(ofURL: url) : url).visible)"
    }
}
