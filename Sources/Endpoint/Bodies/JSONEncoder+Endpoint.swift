public import Foundation

extension JSONEncoder {
    /// Creates the default encoder of JSON bodies.
    ///
    /// It writes dates in ISO 8601, in whole seconds and UTC. It sorts the members of an object, so that a dictionary
    /// always gives the same bytes.
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
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
