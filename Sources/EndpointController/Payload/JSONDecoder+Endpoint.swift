public import Foundation

extension JSONDecoder {
    /// The style in which a server writes dates.
    public enum DateStyle: Sendable {
        /// A date with a time and an offset, as in RFC 3339, section 5.6: `2001-02-03T04:05:06.789Z`.
        ///
        /// The seconds may have any number of decimal places, or none, after a point or a comma. The offset may also be
        /// `+0200` or `+02`.
        case iso8601
        /// A date alone, as the `full-date` of RFC 3339, section 5.6: `2001-02-03` is the start of that day in UTC.
        case fullDate
        /// A number of seconds since 1970, with or without decimals.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// The text that a formatter reads. Do not change the formatter afterwards.
        case formatted(DateFormatter)

        fileprivate func date(in container: any SingleValueDecodingContainer) -> Date? {
            switch self {
            case .iso8601: (try? container.decode(String.self)).flatMap { ISO8601Date.date(from: $0) }
            case .fullDate: (try? container.decode(String.self)).flatMap { ISO8601Date.fullDate(from: $0) }
            case .secondsSince1970: (try? container.decode(Double.self)).map { Date(timeIntervalSince1970: $0) }
            case .millisecondsSince1970:
                (try? container.decode(Double.self)).map { Date(timeIntervalSince1970: $0 / 1000) }
            case .formatted(let formatter): (try? container.decode(String.self)).flatMap(formatter.date)
            }
        }

        fileprivate var expectation: String {
            switch self {
            case .iso8601: "a date and time in ISO 8601, such as 2001-02-03T04:05:06Z"
            case .fullDate: "a date such as 2001-02-03"
            case .secondsSince1970: "a number of seconds since 1970"
            case .millisecondsSince1970: "a number of milliseconds since 1970"
            case .formatted(let formatter): "a date in the format \(formatter.dateFormat ?? "of the formatter")"
            }
        }
    }

    /// Creates a decoder that reads dates in one or more styles; by default, a controller's default decoder.
    ///
    /// ```swift
    /// let decoder = JSONDecoder.endpoint(keys: .convertFromSnakeCase, dates: [.iso8601, .fullDate])
    /// let api = EndpointController<APIError>(baseURL: Server.staging, decoder: decoder)
    /// ```
    ///
    /// For a date in none of the styles, the decoder throws a `DecodingError` with the path to the value.
    ///
    /// - Parameters:
    ///   - keys: The way in which names in JSON become those of properties; by default, they are the same.
    ///   - dates: The styles, of which the first that fits a value is used; by default ISO 8601.
    /// - Returns: A new decoder.
    public static func endpoint(
        keys: KeyDecodingStrategy = .useDefaultKeys,
        dates: [DateStyle] = [.iso8601]
    ) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            for style in dates {
                if let date = style.date(in: container) { return date }
            }
            let text = "Expected \(dates.map(\.expectation).joined(separator: ", or "))."
            throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
        }
        return decoder
    }
}
