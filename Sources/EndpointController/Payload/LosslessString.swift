/// A value that a server sends as a string, a number or a boolean: `"867"` or `867`, `"true"` or `true`.
///
/// ```swift
/// struct User: Codable {
///     @LosslessString var id: Int
///     @LosslessString var isAdmin: Bool
///     var managerID: LosslessString<Int>?
/// }
/// ```
///
/// In a string, white space and a pair of double quotes around a number or a boolean are ignored. A number that the
/// type cannot hold is an error, but a floating-point type rounds a number with too many digits. With `String` as the
/// type, a boolean or a number becomes text, which may differ from the server's: `1.0` becomes `1`. With `String`, a
/// number that has more than 37 digits or is out of the range of `Double` may be an error.
///
/// For a value that may be missing or null, declare an optional `LosslessString`, as in the sample, instead of using
/// the property wrapper.
///
/// A `LosslessString` is encoded as the value itself.
@propertyWrapper
public struct LosslessString<Value: LosslessStringConvertible> {
    /// The value.
    public var wrappedValue: Value

    /// Wraps a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension LosslessString: Decodable {
    /// Decodes the value from a string, a number or a boolean.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` with the path to the value, but without the value, which may be secret.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = Self.text(in: container),
            // Try the unchanged text first: white space is part of a `String`, but not of a number.
            let value = LosslessText.value(of: text, as: Value.self)
                ?? LosslessText.value(trimming: text, as: Value.self)
        else {
            let text = "Expected a value of the type \(Value.self), or a string that contains one."
            throw container.decodeNil()
                ? DecodingError.valueNotFound(Value.self, .init(codingPath: decoder.codingPath, debugDescription: text))
                : DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        wrappedValue = value
    }

    private static func text(in container: any SingleValueDecodingContainer) -> String? {
        if let text = try? container.decode(String.self) { return text }
        if let number = JSONNumber.number(in: container) { return "\(number)" }
        if let bool = try? container.decode(Bool.self) { return String(bool) }
        // A floating-point type rounds a number with too many digits, as it rounds the same number in a string.
        guard Value.self is any FloatingPoint.Type else { return nil }
        return (try? container.decode(Double.self)).map { String($0) }
    }
}

extension LosslessString: Encodable where Value: Encodable {
    /// Encodes the value itself.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: Rethrows errors from the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension LosslessString: Sendable where Value: Sendable {}
extension LosslessString: Equatable where Value: Equatable {}
extension LosslessString: Hashable where Value: Hashable {}

extension LosslessString: ShownAsText {
    /// The description of the value.
    package var text: String { wrappedValue.description }
}
