public import Foundation

extension JSONEncoder {
    /// Creates an encoder with the default settings for JSON bodies.
    ///
    /// The encoder writes dates in ISO 8601 and UTC, to the millisecond, and refuses a date whose year is not from 0 to
    /// 9999. It does not escape slashes. It sorts the members of each JSON object, so that equal dictionaries with
    /// string keys encode to the same bytes.
    ///
    /// To change a setting, start with this encoder:
    ///
    /// ```swift
    /// let encoder = JSONEncoder.endpoint()
    /// encoder.keyEncodingStrategy = .convertToSnakeCase
    /// let body = HTTPBody.json(user, encoder: encoder)
    /// ```
    ///
    /// - Returns: A new encoder.
    public static func endpoint() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.iso8601(at: encoder.codingPath))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
