import Foundation

/// Numbers of JSON, which do not say which type they are for.
enum JSONNumber {
    /// The number of digits that every `Decimal` can hold; the decoder may have rounded a number with more.
    private static let decimalDigits = 37

    /// Decodes a number to the first of these types that holds exactly this number: `Int`; `Decimal` if it is whole;
    /// `Double`; `Decimal`.
    ///
    /// - Returns: The number, or nil if the value is not a number, or no type holds it.
    static func number(in container: any SingleValueDecodingContainer) -> (any Sendable)? {
        let decimal: Decimal
        do {
            decimal = try container.decode(Decimal.self)
        } catch DecodingError.typeMismatch {
            return nil
        } catch {
            // Out of the range of a `Decimal`.
            return try? container.decode(Double.self)
        }
        // A decoder may round on the way to an `Int` or a `Double`, so the results are compared.
        if let int = try? container.decode(Int.self), Decimal(int) == decimal { return int }
        let text = decimal.description
        let isExact = text.count(where: \.isNumber) <= decimalDigits
        if isExact, !text.contains(".") { return decimal }
        if let double = try? container.decode(Double.self), Decimal(string: String(double)) == decimal { return double }
        return isExact ? decimal : nil
    }
}
