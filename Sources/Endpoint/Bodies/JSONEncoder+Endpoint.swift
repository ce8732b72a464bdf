public import Foundation

extension JSONEncoder {
    /// Creates an encoder with the default settings for JSON bodies.
    ///
    /// The encoder writes dates in ISO 8601 and UTC, to the millisecond, and refuses a date whose year is not from 0 to
    /// 9999. It does not escape slashes. It sorts the members of each JSON object, so that equal dictionaries with
    /// string keys encode to the same bytes.
    ///
    /// ```swift
    /// let encoder = JSONEncoder.endpoint(keys: .convertToSnakeCase)
    /// let body = HTTPBody.jsonEncoded(user, encoder: encoder)
    /// ```
    ///
    /// - Parameter keys: The way in which the names of properties become those in JSON; by default, they are the same.
    /// - Returns: A new encoder, whose other settings you can change.
    public static func endpoint(keys: KeyEncodingStrategy = .useDefaultKeys) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.iso8601(at: encoder.codingPath))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
