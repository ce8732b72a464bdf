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
            if let value = LosslessText.value(trimming: text, as: Payload.self) { return value }
            throw JSONBody.isEmpty(response.body)
                ? EndpointPayloadError.emptyBody : EndpointPayloadError.invalidValue(type: "\(Payload.self)")
        }
    }
}
