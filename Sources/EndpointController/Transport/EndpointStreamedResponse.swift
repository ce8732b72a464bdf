/// A response whose body arrives while it is read.
///
/// ```swift
/// let response = try await controller.stream(GetLog())
/// for try await chunk in response.body { try log.write(contentsOf: chunk) }
/// ```
public struct EndpointStreamedResponse: Sendable {
    /// The status and the header fields.
    public var head: HTTPURLResponse

    /// The body, which can be read once.
    public var body: EndpointResponseBody

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body.
    public init(head: HTTPURLResponse, body: EndpointResponseBody) {
        self.head = head
        self.body = body
    }
}
