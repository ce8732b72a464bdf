public import EndpointController
public import Foundation

extension PayloadProviderType {
    /// Makes the payload of a response, as a controller does once it has accepted one.
    ///
    /// ```swift
    /// let users = try ListUsers().parse(.fixture(body: .resource("users.json", in: .module)))
    /// ```
    ///
    /// It does not check status and content type. To test what a controller accepts, let it load from a
    /// ``StubTransport``.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - decoder: The decoder of the controller, for a parser that has none of its own.
    /// - Returns: The payload.
    /// - Throws: Rethrows errors from the parser.
    public func parse(_ response: EndpointResponse, decoder: JSONDecoder = .endpoint()) throws -> Payload {
        try parser.parse(response, decoder: decoder)
    }
}
