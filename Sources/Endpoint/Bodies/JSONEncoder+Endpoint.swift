public import Foundation

extension JSONEncoder {
    /// Creates an encoder with the default settings for JSON bodies.
    ///
    /// The encoder writes dates in ISO 8601, in whole seconds and UTC, and refuses a date that is not finite. It does
    /// not escape slashes. It sorts the members of each object, so that equal dictionaries encode to the same bytes.
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
            let seconds = date.timeIntervalSinceReferenceDate
            // By default, the encoder refuses such a number. ISO 8601 would write the wrong date.
            guard seconds.isFinite else { return try container.encode(seconds) }
            try container.encode(date.formatted(.iso8601))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
