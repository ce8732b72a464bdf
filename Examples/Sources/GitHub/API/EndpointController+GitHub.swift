import Console
import EndpointController
import Foundation

extension EndpointController where ServerError == GitHubError {
    /// Creates a controller for the endpoints of ``GitHubAPI``.
    ///
    /// - Parameters:
    ///   - transport: The transport: to GitHub, or a replay of its recorded answers.
    ///   - token: A token, with which GitHub allows more requests per hour; nil for none.
    /// - Returns: The controller.
    /// - Throws: `EndpointRequestError` if the address is not a URL.
    static func gitHub(transport: any EndpointTransport, token: String?) throws -> EndpointController {
        EndpointController(
            baseURL: try GitHubServer.production.url,
            transport: transport,
            middleware: [
                RequestLine(),
                // GitHub refuses a request without a `User-Agent`.
                FixedParts(headerFields: ["User-Agent": "Endpoint-Example"]),
                BearerToken(token),
            ],
            decoder: .endpoint(keys: .convertFromSnakeCase)
        )
    }
}
