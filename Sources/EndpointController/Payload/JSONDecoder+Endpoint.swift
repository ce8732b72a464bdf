public import Foundation

extension JSONDecoder {
    /// Creates a controller's default decoder, which reads ISO 8601 dates with and without fractional seconds.
    ///
    /// A date must have a day, a time and an offset, as in RFC 3339, section 5.6: `2001-02-03T04:05:06.789Z`. The
    /// seconds may have any number of decimal places, after a point or a comma. The offset may also be `+0200` or
    /// `+02`. For any other value, the decoder throws a `DecodingError` with the path to the value.
    ///
    /// - Returns: A new decoder.
    public static func endpoint() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = ISO8601Date.date(from: try container.decode(String.self)) else {
                let text = "Expected a date and time in ISO 8601, such as 2001-02-03T04:05:06Z."
                throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
            }
            return date
        }
        return decoder
    }

    /// Creates a decoder that parses dates with a date formatter.
    ///
    /// To use the decoder by default, pass it to a controller:
    ///
    /// ```swift
    /// let formatter = DateFormatter()
    /// formatter.locale = Locale(identifier: "en_US_POSIX")
    /// formatter.dateFormat = "yyyy-MM-dd"
    /// let controller = EndpointController<APIError>(baseURL: url, decoder: .endpoint(dates: formatter))
    /// ```
    ///
    /// - Parameter formatter: The formatter. Later changes to it have no effect. On Linux, an instance of a subclass
    ///   cannot be copied: do not change it afterwards.
    /// - Returns: A new decoder.
    public static func endpoint(dates formatter: DateFormatter) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .formatted(copy(of: formatter))
        return decoder
    }

    /// Returns a copy if possible: a formatter is safe on any thread only while no thread changes it.
    private static func copy(of formatter: DateFormatter) -> DateFormatter {
        // On Linux, a copy loses the subclass and the default date.
        guard let copy = formatter.copy() as? DateFormatter, type(of: copy) == type(of: formatter) else {
            return formatter
        }
        copy.defaultDate = formatter.defaultDate
        return copy
    }
}
