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

    /// An error with which a middleware explains the response, such as the reason why a token could not be renewed; by
    /// default nil.
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

    /// Creates a response with an empty body from the head of a streamed response.
    package init(to call: Call, _ streamed: EndpointStreamedResponse) {
        self.init(request: streamed.request ?? call.request, head: streamed.head)
        explanation = streamed.explanation
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

    /// The media type with its parameters (RFC 9110, section 8.3), or nil if there is no `Content-Type` field.
    public var contentType: String? { headerField("Content-Type") }
}

extension EndpointResponse: _OpaqueType, ShownAsText {
    package var text: String { "\(summary), \(body.count) bytes" }
}

extension EndpointResponse {
    var summary: String {
        let reason = HTTPURLResponse.localizedString(forStatusCode: statusCode)
        let url = Credentials.outline(ofURL: request.url?.absoluteString ?? "")
        let shown = (hasSecretPath ? Credentials.hidingPath(ofURL: url) : url).visible
        return "\(statusCode) \(reason) to \(request.httpMethod ?? "GET") \(shown)"
    }
}
