public import EndpointTransports
public import Foundation

extension RequestProviderType {
    /// Returns the endpoint with a payload type, for an endpoint that does not name one or for another type.
    ///
    /// ```swift
    /// let users = try await api.load(API.users.parsed(as: [User].self))
    /// ```
    ///
    /// - Parameter type: The type of the payload: `Data` or `Data?` for bytes, `String` or `String?` for text, or any
    ///   other type for JSON. An optional is nil if the body is empty. For `Void`, use `parsed(by: .none)`.
    /// - Returns: An endpoint with the request and the settings of this endpoint.
    public func parsed<Payload: Decodable & Sendable>(
        as type: Payload.Type
    ) -> ParsedEndpoint<Self, Payload> {
        ParsedEndpoint(base: self, parser: PayloadParser<Payload>.standard)
    }

    /// Returns the endpoint with the parser of its payload.
    ///
    /// ```swift
    /// let count = try await api.load(API.userCount.parsed(by: .lossless(Int.self)))
    /// let response = try await api.load(API.userCount.parsed(by: .response))
    /// ```
    ///
    /// - Parameter parser: The parser that makes the payload from the response.
    /// - Returns: An endpoint with the request and the settings of this endpoint.
    public func parsed<Payload>(
        by parser: PayloadParser<Payload>
    ) -> ParsedEndpoint<Self, Payload> {
        ParsedEndpoint(base: self, parser: parser)
    }
}

/// An endpoint with the parser of its payload: see `parsed(as:)` and `parsed(by:)`.
public struct ParsedEndpoint<Base: RequestProviderType, Payload: Sendable>: EndpointWrapper, PayloadProviderType {
    /// The endpoint itself.
    public let base: Base
    /// The parser that makes the payload from the response.
    public let parser: PayloadParser<Payload>
}

extension ParsedEndpoint: RequestProviderType {
    /// Builds the request of the endpoint.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest { try base.request(relativeTo: baseURL) }
}

extension ParsedEndpoint: EndpointType where Base: EndpointType {}
extension ParsedEndpoint: BaseURLEndpointType where Base: BaseURLEndpointType {}
extension ParsedEndpoint: Sendable where Base: Sendable {}
