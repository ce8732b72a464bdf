import Console
import EndpointController

extension EndpointController where ServerError == GiphyError {
    /// Creates a controller that loads from Giphy with an API key.
    ///
    /// No endpoint knows the key: middleware adds it to each request to the server, and to no other request.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - key: The API key.
    /// - Returns: The controller.
    /// - Throws: `EndpointRequestError` if the address of the server is not a URL.
    static func giphy(_ server: GiphyServer, key: String) throws -> EndpointController {
        EndpointController(
            baseURL: try server.url,
            middleware: [RequestLine(), FixedParts(queryItems: .items(["api_key": key]))]
        )
    }
}
