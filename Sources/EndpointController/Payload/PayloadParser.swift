public import Foundation

/// Makes a value of a response.
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
    /// - Parameter parse: Makes the value of a response. What it throws becomes ``EndpointError/parsing(_:_:)``.
    public init(_ parse: @escaping @Sendable (EndpointResponse) throws -> Payload) {
        makePayload = { response, _ in try parse(response) }
    }

    /// Creates a parser that uses the decoder of the controller.
    init(withDecoder parse: @escaping @Sendable (EndpointResponse, JSONDecoder) throws -> Payload) {
        makePayload = parse
    }

    /// Makes the value of a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - decoder: The decoder for a parser that has none of its own.
    /// - Returns: The value.
    /// - Throws: What is wrong with the response.
    public func parse(_ response: EndpointResponse, decoder: JSONDecoder = .endpoint()) throws -> Payload {
        try makePayload(response, decoder)
    }
    /// Makes something else of the value.
    ///
    /// ```swift
    /// let parser = PayloadParser<Envelope<User>>.json.map(\.data)
    /// ```
    ///
    /// - Parameter transform: Makes the other value. What it throws becomes ``EndpointError/parsing(_:_:)``.
    /// - Returns: The parser for it.
    public func map<Other>(_ transform: @escaping @Sendable (Payload) throws -> Other) -> PayloadParser<Other> {
        PayloadParser<Other>(withDecoder: { try transform(parse($0, decoder: $1)) })
    }
}
