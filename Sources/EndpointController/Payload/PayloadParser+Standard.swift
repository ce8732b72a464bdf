public import Foundation

extension PayloadParser where Payload == Data {
    /// A parser that returns the bytes of the body.
    public static var data: PayloadParser { PayloadParser { $0.body } }
}

extension PayloadParser where Payload == EndpointResponse {
    /// A parser that returns the response as it is, head and body.
    public static var response: PayloadParser { PayloadParser { $0 } }
}

extension PayloadParser where Payload == Void {
    /// A parser that ignores the body, for responses whose body is empty or not needed.
    public static var none: PayloadParser { PayloadParser { _ in } }
}

extension PayloadParser where Payload == String {
    /// A parser that decodes the body as text, in the charset that the response names, or in UTF-8 if it names none.
    ///
    /// A byte order mark is dropped, and takes precedence over the named charset, as in the Encoding Standard of the
    /// WHATWG. As in that standard, `iso-8859-1` is windows-1252, and `utf-16` without a mark is little-endian. An
    /// unknown charset, and bytes that are not text in the charset, throw an ``EndpointPayloadError`` that names the
    /// charset.
    public static var text: PayloadParser { PayloadParser { try ResponseText.text(of: $0) } }
}

extension PayloadParser where Payload: Decodable {
    /// The parser for any decodable type: `Data` and `String` are the body itself; other types are decoded from JSON.
    ///
    /// Generic code knows only that the type is `Decodable`, so the type is compared at run time.
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
