public import Foundation

/// A parser that makes a value from a response.
///
/// ```swift
/// let parser = PayloadParser { response in
///     try PropertyListDecoder().decode(User.self, from: response.body)
/// }
/// ```
public struct PayloadParser<Payload: Sendable>: Sendable {
    private let makePayload: @Sendable (EndpointResponse, JSONDecoder) throws -> Payload

    /// Creates a parser from a closure.
    ///
    /// - Parameter parse: A closure that makes the value from a response. A controller wraps the closure's errors
    ///   in ``EndpointError/parsing(_:_:)``.
    public init(_ parse: @escaping @Sendable (EndpointResponse) throws -> Payload) {
        makePayload = { response, _ in try parse(response) }
    }

    /// Creates a parser from a closure that uses the decoder of the controller.
    ///
    /// ```swift
    /// let parser = PayloadParser { response, decoder in
    ///     try decoder.decode(Envelope<User>.self, from: response.body).data
    /// }
    /// ```
    ///
    /// - Parameter parse: A closure that makes the value from a response, with the decoder of the controller. A
    ///   controller wraps the closure's errors in ``EndpointError/parsing(_:_:)``.
    public init(_ parse: @escaping @Sendable (EndpointResponse, JSONDecoder) throws -> Payload) {
        makePayload = parse
    }

    /// Makes the value from a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - decoder: The decoder for a parser that does not have its own; by default `JSONDecoder.endpoint()`.
    /// - Returns: The value.
    /// - Throws: Rethrows errors from the parser's closure.
    public func parse(_ response: EndpointResponse, decoder: JSONDecoder = .endpoint()) throws -> Payload {
        try makePayload(response, decoder)
    }

    /// Returns a parser that maps the value to another value.
    ///
    /// ```swift
    /// let parser = PayloadParser<Envelope<User>>.json.map(\.data)
    /// ```
    ///
    /// - Parameter transform: A closure that makes the other value. A controller wraps the closure's errors in
    ///   ``EndpointError/parsing(_:_:)``.
    /// - Returns: The parser for the other value.
    public func map<Other>(_ transform: @escaping @Sendable (Payload) throws -> Other) -> PayloadParser<Other> {
        map { value, _ in try transform(value) }
    }

    /// Returns a parser that maps the value, and the response that it was parsed from, to another value.
    ///
    /// ```swift
    /// let parser = PayloadParser<[User]>.json.map { users, response in
    ///     UserList(users: users, total: response.headerField("X-Total-Count"))
    /// }
    /// ```
    ///
    /// - Parameter transform: A closure that makes the other value. A controller wraps the closure's errors in
    ///   ``EndpointError/parsing(_:_:)``.
    /// - Returns: The parser for the other value.
    public func map<Other>(
        _ transform: @escaping @Sendable (Payload, EndpointResponse) throws -> Other
    ) -> PayloadParser<Other> {
        PayloadParser<Other> { response, decoder in try transform(parse(response, decoder: decoder), response) }
    }
}
