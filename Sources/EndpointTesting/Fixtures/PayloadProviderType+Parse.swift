public import EndpointController
public import Foundation

extension PayloadProviderType {
    /// Parses a response into a payload, as a controller does after it has accepted the response.
    ///
    /// ```swift
    /// let users = try ListUsers().parse(.fixture(body: .resource("users.json", in: .module)))
    /// ```
    ///
    /// This method checks neither the status code nor the content type, and does not call a response validator. To test
    /// which responses a controller accepts, load the endpoint over a ``StubTransport``.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - decoder: The decoder for a parser without its own decoder; by default `JSONDecoder.endpoint()`.
    /// - Returns: The payload.
    /// - Throws: Rethrows errors from the parser.
    public func parse(_ response: EndpointResponse, decoder: JSONDecoder = .endpoint()) throws -> Payload {
        try parser.parse(response, decoder: decoder)
    }
}
