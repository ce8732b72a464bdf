import EndpointController

/// The server of the API.
enum GitHubServer: String, ServerType {
    case production = "https://api.github.com/"
}
