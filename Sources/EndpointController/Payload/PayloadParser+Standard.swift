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
    /// A parser that decodes the body as text, in the charset that the response names, by default UTF-8.
    ///
    /// A byte order mark is dropped, and takes precedence over the named charset, as in the WHATWG Encoding Standard.
    /// As in that standard, `iso-8859-1` means windows-1252, and `utf-16` without a mark is little-endian. If the
    /// charset is unknown or not supported, or the bytes are not valid text in the charset, the parser throws an
    /// ``EndpointPayloadError`` that names the charset.
    public static var text: PayloadParser { PayloadParser { try ResponseText.text(of: $0) } }
}

extension PayloadParser where Payload: Decodable {
    /// The parser for a decodable type: bytes for `Data` and `Data?`, text for `String` and `String?`, otherwise JSON.
    ///
    /// An empty body is nil for an optional type. Generic code knows only that the type is `Decodable`, so the type is
    /// compared at run time.
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
