public import Endpoint

/// A response whose body is read as it arrives.
///
/// ```swift
/// let response = try await controller.stream(GetLog())
/// for try await chunk in response.body { try log.write(contentsOf: chunk) }
/// ```
///
/// To write to a disk that may be slow, use `download(_:to:)`: the loop blocks a thread of Swift's pool while it
/// writes.
public struct EndpointStreamedResponse: Sendable {
    /// The status and the header fields.
    public var head: EndpointResponseHead

    /// The body, which can be read only once.
    public var body: EndpointResponseBody

    /// The number of redirects that led to this response; 0 until the controller sets this property.
    package(set) public var redirects = 0

    /// The request that this response answers, as it was last sent after all middleware and redirects; nil in a
    /// response from a transport or a middleware, until the controller sets this property.
    package(set) public var request: URLRequest?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body.
    public init(head: EndpointResponseHead, body: EndpointResponseBody) {
        self.head = head
        self.body = body
    }

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int { head.statusCode }

    /// Returns the value of a header field.
    ///
    /// - Parameter name: The name of the field; case is ignored.
    /// - Returns: The value, or nil if there is no field with that name: see ``EndpointResponseHead/headerField(_:)``.
    public func headerField(_ name: String) -> String? {
        head.headerField(name)
    }
}

extension EndpointStreamedResponse: _OpaqueType {
    /// The status code, without the header fields and the body.
    public var description: String { "\(statusCode), a body that is read as it arrives" }
}
