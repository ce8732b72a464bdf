extension PayloadParser where Payload: LosslessStringConvertible {
    /// Returns a parser that makes a value, such as a number or a boolean, from the text of the body.
    ///
    /// ```swift
    /// let count = try await controller.load(API.userCount.parsed(by: .lossless(Int.self)))
    /// ```
    ///
    /// White space and a pair of double quotes around the text are ignored. For a body that is not a value of the
    /// type, such as an empty body for a number, the parser throws an ``EndpointPayloadError``.
    ///
    /// - Parameter type: The type of the value. The default is the type that the compiler infers.
    /// - Returns: The parser.
    public static func lossless(_ type: Payload.Type = Payload.self) -> PayloadParser {
        PayloadParser { response in
            let text = try ResponseText.text(of: response)
            if let value = value(in: text) { return value }
            throw JSONBody.isEmpty(response.body)
                ? EndpointPayloadError.emptyBody : EndpointPayloadError.invalidValue(type: "\(Payload.self)")
        }
    }

    /// Makes a value from text without the white space and the pair of double quotes around it; returns nil if the text
    /// is not a value of the type, or is out of the range of the type.
    private static func value(in text: String) -> Payload? {
        var text = trimmed(Substring(text))
        if text.count >= 2, text.first == "\"", text.last == "\"" { text = trimmed(text.dropFirst().dropLast()) }
        // `Character.init` would end the process.
        if Payload.self == Character.self, text.count != 1 { return nil }
        guard let value = Payload(String(text)) else { return nil }
        if let number = value as? any FloatingPoint, isOutOfRange(number, text) { return nil }
        return value
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }

    /// Indicates whether a number is infinite or zero only because the number in the text is too large or too small for
    /// the type.
    private static func isOutOfRange(_ number: some FloatingPoint, _ text: Substring) -> Bool {
        let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
        return number.isInfinite ? !digits.isEmpty : number.isZero && digits.contains { $0 != "0" }
    }
}
