public import Foundation

extension QueryEncoder {
    /// The style in which arrays are written.
    public enum ArrayStyle: Sendable {
        /// `tags[]=a&tags[]=b`, as PHP and Ruby on Rails read arrays.
        ///
        /// An element that is an array or encodes as a keyed container has its index as its key, as in
        /// `users[0][name]=a`.
        case brackets
        /// `tags[0]=a&tags[1]=b`.
        case indexedBrackets
        /// `tags=a&tags=b`.
        ///
        /// Encoding throws if an element is an array or encodes as a keyed container.
        case repeatedKeys
        /// `tags=a,b`.
        ///
        /// Encoding throws if the text of an element contains a comma, or if an element is an array or encodes as a
        /// keyed container.
        case commaSeparated
    }

    /// The style in which the keys of nested values are written.
    public enum NestingStyle: Sendable {
        /// `user[name]=a`.
        case brackets
        /// `user.name=a`.
        case dots
    }

    /// The style in which the keys of a type are written.
    public enum KeyStyle: Sendable {
        /// As the type declares them.
        case unchanged
        /// `imageURL` becomes `image_url`, as with `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
        case snakeCase
        /// The text that a closure returns.
        case custom(@Sendable (String) -> String)

        func text(of key: String) -> String {
            switch self {
            case .unchanged: key
            case .snakeCase: Self.snakeCase(key)
            case .custom(let write): write(key)
            }
        }

        /// Separates the words of a key: each starts with a capital letter, and a row of capital letters is a word
        /// without the letter before the next lowercase letter.
        private static func snakeCase(_ key: String) -> String {
            let letters = Array(key)
            var words: [ArraySlice<Character>] = []
            var (start, next) = (0, 1)
            while let capital = letters.dropFirst(next).firstIndex(where: \.isUppercase) {
                words.append(letters[start..<capital])
                start = capital
                guard let small = letters[capital...].firstIndex(where: \.isLowercase) else { break }
                if small > capital + 1 {
                    words.append(letters[capital..<(small - 1)])
                    start = small - 1
                }
                next = small + 1
            }
            words.append(letters[start...])
            return words.map { String($0).lowercased() }.joined(separator: "_")
        }
    }

    /// The style in which booleans are written.
    public enum BooleanStyle: Sendable {
        /// `true` and `false`.
        case words
        /// `1` and `0`.
        case numbers
    }

    /// The style in which dates are written.
    public enum DateStyle: Sendable {
        /// ISO 8601 and UTC, to the millisecond, such as `2001-01-01T00:02:03Z` or `2001-01-01T00:02:03.004Z`.
        case iso8601
        /// Seconds since 1970, with decimals if there are any.
        case secondsSince1970
        /// Whole milliseconds since 1970.
        case millisecondsSince1970
        /// The text that a formatter writes.
        case formatted(DateFormatter)
        /// The text that a closure returns.
        case custom(@Sendable (Date) throws -> String)

        func text(of date: Date, at path: [any CodingKey]) throws -> String {
            switch self {
            case .iso8601: try date.iso8601(at: path)
            case .secondsSince1970: Self.number(date.timeIntervalSince1970)
            case .millisecondsSince1970: Self.number((date.timeIntervalSince1970 * 1000).rounded())
            case .formatted(let formatter): formatter.string(from: date)
            case .custom(let write): try write(date)
            }
        }

        private static func number(_ value: Double) -> String {
            Int64(exactly: value).map { String($0) } ?? String(value)
        }
    }

    /// The style in which data is written.
    public enum DataStyle: Sendable {
        /// Base64 (RFC 4648, section 4).
        case base64
        /// Base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
        case base64URL
        /// The text that a closure returns.
        case custom(@Sendable (Data) throws -> String)

        func text(of data: Data) throws -> String {
            switch self {
            case .base64:
                data.base64EncodedString()
            case .base64URL:
                data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            case .custom(let write):
                try write(data)
            }
        }
    }
}
