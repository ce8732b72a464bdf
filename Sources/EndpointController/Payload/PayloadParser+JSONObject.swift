extension PayloadParser where Payload == [String: any Sendable] {
    /// A parser that reads a JSON object (RFC 8259, section 4) as a dictionary, without a declared type.
    ///
    /// A value is a `String`, a `Bool`, a number, an `NSNull` for null, or an array or dictionary of such values.
    ///
    /// A whole number is an `Int`, even if the server writes `1.0`. Out of the range of `Int`, a whole number of up to
    /// 37 digits is a `Decimal`. Any other number, such as `0.1`, is a `Double` if the `Double` keeps all its decimal
    /// digits; otherwise, it is a `Decimal` of up to 37 digits. A number outside the range of `Decimal` is a `Double`,
    /// possibly rounded. If a number within the range of `Decimal` has more than 37 digits, not counting leading zeros,
    /// the parser usually throws a `DecodingError`. The parser throws too if none of these types can hold a number, or
    /// if the JSON has more than 100 nested levels. Keys stay as the server sent them, even if the decoder of the
    /// controller converts keys.
    public static var dictionary: PayloadParser {
        PayloadParser { try JSONBody.value(of: $0, as: Payload.self, expected: "object") }
    }
}

extension PayloadParser where Payload == [any Sendable] {
    /// A parser that reads a JSON array (RFC 8259, section 5), with values of the same types as in ``dictionary``.
    public static var array: PayloadParser {
        PayloadParser { try JSONBody.value(of: $0, as: Payload.self, expected: "array") }
    }
}
