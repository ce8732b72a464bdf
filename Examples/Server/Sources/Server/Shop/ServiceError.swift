import EndpointController

/// An error of a service, as Hummingbird writes it: `{"error": {"message": "There is no such product."}}`.
struct ServiceError: EndpointServerError {
    private enum CodingKeys: String, CodingKey {
        case content = "error"
    }

    struct Content: Codable, Equatable, Sendable {
        let message: String
    }

    let content: Content?

    /// The message that the descriptions of errors include.
    var reason: String? { content?.message }
}
