import EndpointController

/// Where the API is.
enum GitHubServer: String, ServerType {
    case production = "https://api.github.com/"
}
