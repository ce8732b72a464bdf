public import Foundation

extension PayloadParser where Payload: Decodable {
    /// Decodes JSON with the decoder of the controller.
    ///
    /// An empty body is nil for a payload that is optional.
    public static var json: PayloadParser { PayloadParser(withDecoder: decode) }

    /// Decodes JSON with a decoder.
    ///
    /// - Parameter decoder: The decoder, which must not be changed any more.
    /// - Returns: The parser.
    public static func json(_ decoder: JSONDecoder) -> PayloadParser {
        PayloadParser { try decode($0, with: decoder) }
    }

    private static func decode(_ response: EndpointResponse, with decoder: JSONDecoder) throws -> Payload {
        if response.body.isEmpty, let optional = Payload.self as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Payload
        {
            return none
        }
        return try decoder.decode(Payload.self, from: response.body)
    }

    /// The parser for a type that no endpoint names: bytes and text as they are, and JSON else.
    static var standard: PayloadParser {
        if let data = PayloadParser<Data>.data as? PayloadParser { return data }
        if let text = PayloadParser<String>.text as? PayloadParser { return text }
        return .json
    }
}
