public import Foundation

extension PayloadParser where Payload == Data {
    /// Takes the bytes as they are.
    public static var data: PayloadParser { PayloadParser { $0.body } }
}

extension PayloadParser where Payload == EndpointResponse {
    /// Takes the response as it is, head and body.
    public static var response: PayloadParser { PayloadParser { $0 } }
}

extension PayloadParser where Payload == Void {
    /// Makes nothing of a response with any body: for 204 and empty bodies.
    public static var none: PayloadParser { PayloadParser { _ in } }
}

extension PayloadParser where Payload == String {
    /// Takes the body as text, in the charset that the response names, and in UTF-8 if it names none.
    ///
    /// A byte order mark is dropped, and says more than the response, as in the Encoding Standard of the WHATWG. As
    /// there, `iso-8859-1` is windows-1252, and `utf-16` without a mark is little-endian. A charset that is not known,
    /// and bytes that are no text in it, are an ``EndpointPayloadError`` that names it.
    public static var text: PayloadParser { PayloadParser { try ResponseText.text(of: $0) } }
}

extension PayloadParser where Payload: Decodable {
    /// The parser for a type that no endpoint has a word for: bytes and text as they are, and JSON else.
    ///
    /// Generic code knows no more of a type than that it is `Decodable`, so what it is must be asked here.
    static var standard: PayloadParser {
        var parser: Any?
        if Payload.self == Data.self { parser = PayloadParser<Data>.data }
        if Payload.self == String.self { parser = PayloadParser<String>.text }
        if Payload.self == Data?.self { parser = PayloadParser<Data?> { $0.body.isEmpty ? nil : $0.body } }
        if Payload.self == String?.self {
            parser = PayloadParser<String?> { $0.body.isEmpty ? nil : try ResponseText.text(of: $0) }
        }
        return parser as? PayloadParser ?? .json
    }
}
