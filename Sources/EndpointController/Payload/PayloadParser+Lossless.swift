extension PayloadParser where Payload: LosslessStringConvertible {
    /// A parser that makes a value, such as a number or a boolean, from the text of the body.
    ///
    /// ```swift
    /// let count: Int = try await controller.load(API.userCount, parser: .lossless)
    /// ```
    ///
    /// White space and a pair of double quotes around the text are ignored. For a body that is not a value of the
    /// type, such as an empty body for a number, the parser throws an ``EndpointPayloadError``.
    public static var lossless: PayloadParser {
        PayloadParser { response in
            let text = try ResponseText.text(of: response)
            if let value = LosslessText.value(trimming: text, as: Payload.self) { return value }
            throw JSONBody.isEmpty(response.body)
                ? EndpointPayloadError.emptyBody : EndpointPayloadError.invalidValue(type: "\(Payload.self)")
        }
    }

    /// Returns the parser ``lossless`` for a type that the compiler cannot infer.
    ///
    /// ```swift
    /// let count = try await controller.load(API.userCount, parser: .lossless(Int.self))
    /// ```
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The parser.
    public static func lossless(_ type: Payload.Type) -> PayloadParser { lossless }
}
