public import EndpointController
import Foundation

extension EndpointResponse {
    /// Creates a response for tests of parsers and validators.
    ///
    /// ```swift
    /// let response = try EndpointResponse.fixture(body: .json(text: #"{"name": "Ada"}"#))
    /// let user = try GetUser(id: 867).parse(response)
    /// ```
    ///
    /// - Parameters:
    ///   - statusCode: The status code; by default 200.
    ///   - headerFields: The header fields; by default none. `Content-Type` and usually `Content-Length` come from the
    ///     body unless you set them here.
    ///   - body: The body, such as JSON, text or a resource of the test bundle; by default empty.
    ///   - request: The request that the response answers. The default is a GET request to `https://example.com/`.
    /// - Returns: The response.
    /// - Throws: ``FixtureError``, or `EndpointRequestError` for invalid or duplicate header fields and for a body that
    ///   cannot be encoded or read. If a file is missing, the error names the file.
    public static func fixture(
        _ statusCode: Int = 200,
        headerFields: [String: String] = [:],
        body: HTTPBody? = nil,
        request: URLRequest? = nil
    ) throws -> EndpointResponse {
        guard let url = URL(string: "https://example.com/") else { throw FixtureError.missingURL }
        let request = request ?? URLRequest(url: url)
        return try MadeUpResponse(statusCode: statusCode, headerFields: headerFields, body: body).whole(for: request)
    }
}
