public import Foundation

extension PayloadParser where Payload: Decodable {
    /// A parser that decodes JSON with the decoder of the controller.
    ///
    /// For a body that is empty or contains only white space, the parser returns nil if the payload is optional, and
    /// throws ``EndpointPayloadError/emptyBody`` otherwise.
    public static var json: PayloadParser { PayloadParser { try decode($0, with: $1) } }

    /// Returns a parser that decodes JSON with its own decoder.
    ///
    /// ```swift
    /// let parser = PayloadParser<[Holiday]>.json(.endpoint(dates: [.fullDate]))
    /// ```
    ///
    /// - Parameter decoder: The decoder. Do not change it afterwards.
    /// - Returns: The parser.
    public static func json(_ decoder: JSONDecoder) -> PayloadParser {
        PayloadParser { try decode($0, with: decoder) }
    }

    private static func decode(_ response: EndpointResponse, with decoder: JSONDecoder) throws -> Payload {
        if JSONBody.isEmpty(response.body), let optional = Payload.self as? any OptionalType.Type,
            let none = optional.none as? Payload
        {
            return none
        }
        return try JSONBody.decode(Payload.self, of: response, with: decoder)
    }
}

/// An optional type, to tell optional payloads from others.
private protocol OptionalType {
    static var none: Self { get }
}

extension Optional: OptionalType {}
