public import Foundation

extension PayloadParser where Payload: Decodable {
    /// Decodes JSON with the decoder of the controller.
    ///
    /// An empty body is nil for a payload that is optional, and ``EndpointPayloadError/emptyBody`` for any other.
    public static var json: PayloadParser { PayloadParser { try decode($0, with: $1) } }

    /// Decodes JSON with a decoder.
    ///
    /// - Parameter decoder: The decoder. Do not change it afterwards.
    /// - Returns: The parser.
    public static func json(_ decoder: JSONDecoder) -> PayloadParser {
        PayloadParser { try decode($0, with: decoder) }
    }

    /// Decodes JSON with dates in the format of a formatter.
    ///
    /// ```swift
    /// let parser = PayloadParser<[Holiday]>.json(dates: formatter)
    /// ```
    ///
    /// - Parameter formatter: The formatter. Later changes to it have no effect.
    /// - Returns: The parser.
    public static func json(dates formatter: DateFormatter) -> PayloadParser {
        json(.endpoint(dates: formatter))
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
