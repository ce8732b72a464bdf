import EndpointController

/// What GitHub says in the body of an error.
struct GitHubError: EndpointServerError {
    let message: String?
    let documentationUrl: String?

    /// By this, the message stands in the descriptions of errors.
    var reason: String? { message }
}
