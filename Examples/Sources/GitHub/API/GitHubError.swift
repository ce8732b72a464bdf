import EndpointController

/// An error as GitHub describes it in the body of a response.
struct GitHubError: EndpointServerError {
    let message: String?
    let documentationUrl: String?

    /// The message that the descriptions of errors include.
    var reason: String? { message }
}
