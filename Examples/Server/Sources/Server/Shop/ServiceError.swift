import EndpointAsyncHTTPClient

/// An error of a service, as Hummingbird writes it: `{"error": {"message": "There is no such product."}}`.
struct ServiceError: EndpointServerError {
    private enum CodingKeys: String, CodingKey {
        case content = "error"
    }

    struct Content: Codable, Equatable, Sendable {
        let message: String
    }

    let content: Content?

    /// By this, the message stands in the descriptions of errors.
    var reason: String? { content?.message }
}
