import EndpointController

/// An error as GitHub describes it in the body of a response.
struct GitHubError: EndpointServerError {
    let message: String?
    let documentationUrl: String?

    /// By this, the message stands in the descriptions of errors.
    var reason: String? { message }
}
