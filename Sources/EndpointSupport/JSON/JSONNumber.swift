import Foundation

/// The decoding of JSON numbers, which do not specify their type.
enum JSONNumber {
    /// The maximum number of digits of a `Decimal` result; the decoder may have rounded a number with more digits.
    private static let decimalDigits = 37

    /// Decodes a number as the first of these types that holds all its decimal digits: `Int`; `Decimal` if the number
    /// is whole; `Double`; `Decimal`.
    ///
    /// A `Decimal` result has up to 37 digits after any leading zeros. A number outside the range of `Decimal` is a
    /// `Double`, possibly rounded. A number within that range that has more than 37 digits may give nil. If it gives a
    /// value, that value may be rounded, but it equals the `Decimal` to which the decoder rounds the number.
    ///
    /// - Returns: The number, or nil if the value is not a number or if none of these types can hold the number.
    static func number(in container: any SingleValueDecodingContainer) -> (any Sendable)? {
        let decimal: Decimal
        do {
            decimal = try container.decode(Decimal.self)
        } catch DecodingError.typeMismatch {
            return nil
        } catch {
            // The number is outside the range of `Decimal`, or the value is null.
            return try? container.decode(Double.self)
        }
        // A decoder may round when it decodes an `Int` or a `Double`, so compare the result with the `Decimal`.
        if let int = try? container.decode(Int.self), Decimal(int) == decimal { return int }
        let text = decimal.description
        let isExact = text.drop { "-0.".contains($0) }.count(where: \.isNumber) <= decimalDigits
        if isExact, !text.contains(".") { return decimal }
        if let double = try? container.decode(Double.self), Decimal(string: String(double)) == decimal { return double }
        return isExact ? decimal : nil
    }
}
