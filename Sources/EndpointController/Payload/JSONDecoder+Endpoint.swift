public import Foundation

extension JSONDecoder {
    /// The decoder that a controller uses if it is given none: dates in ISO 8601, with and without fractional seconds.
    ///
    /// - Returns: A new decoder.
    public static func endpoint() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
