public import EndpointTransports
import Foundation

extension RequestProviderType {
    /// Returns the endpoint with a payload type, for an endpoint that does not name one or for another type.
    ///
    /// ```swift
    /// let users = try await api.load(API.users.parsed(as: [User].self))
    /// ```
    ///
    /// - Parameter type: The type of the payload: `Data` or `Data?` for bytes, `String` or `String?` for text, or any
    ///   other type for JSON. An optional is nil if the body is empty. For `Void`, use `parsed(by: .none)`.
    /// - Returns: An endpoint with the request and the settings of this endpoint. It is not `Sendable`, and cannot go
    ///   into a wrapper: call this method last, and in each task.
    public func parsed<Payload: Decodable & Sendable>(
        as type: Payload.Type
    ) -> some RequestProviderType & PayloadProviderType<Payload> {
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
    /// - Returns: An endpoint with the request and the settings of this endpoint. It is not `Sendable`, and cannot go
    ///   into a wrapper: call this method last, and in each task.
    public func parsed<Payload>(
        by parser: PayloadParser<Payload>
    ) -> some RequestProviderType & PayloadProviderType<Payload> {
        ParsedEndpoint(base: self, parser: parser)
    }
}

/// An endpoint with another payload.
private struct ParsedEndpoint<Base: RequestProviderType, Payload: Sendable>: EndpointWrapper, PayloadProviderType {
    let base: Base
    let parser: PayloadParser<Payload>
}

extension ParsedEndpoint: RequestProviderType {
    func request(relativeTo baseURL: URL?) throws -> URLRequest { try base.request(relativeTo: baseURL) }
}
