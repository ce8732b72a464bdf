import Foundation

/// A parser for the `WWW-Authenticate` field of a response (RFC 9110, section 11.6.1).
struct BearerChallenge {
    private var rest: Substring

    /// Returns the first error code in a challenge of the `Bearer` scheme (RFC 6750, section 3.1).
    ///
    /// - Parameter field: The field value. It may contain several challenges with different schemes.
    /// - Returns: The code, or nil if there is none.
    static func error(in field: String) -> String? {
        var reader = BearerChallenge(rest: field[...])
        var isBearer = false
        while !reader.rest.isEmpty {
            reader.skip { " \t,".contains($0) }
            let name = reader.word()
            reader.skip { " \t".contains($0) }
            if reader.rest.first == "=" {
                reader.rest.removeFirst()
                reader.skip { " \t".contains($0) }
                let value = reader.value()
                if isBearer, name.lowercased() == "error" { return value }
            } else if name.isEmpty {
                // Skip an unexpected quotation mark: otherwise, the loop would not end.
                reader.rest = reader.rest.dropFirst()
            } else {
                isBearer = name.lowercased() == "bearer"
            }
        }
        return nil
    }

    private mutating func skip(while condition: (Character) -> Bool) {
        rest = rest.drop(while: condition)
    }

    /// Reads a token (RFC 9110, section 5.6.2); returns an empty string if there is none.
    private mutating func word() -> String {
        let word = rest.prefix { !" \t,=\"".contains($0) }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    /// Reads a token, or a quoted string without its quotation marks and escapes.
    private mutating func value() -> String {
        guard rest.first == "\"" else { return word() }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let escaped = rest.popFirst() {
                value.append(escaped)
            } else {
                value.append(character)
            }
        }
        return value
    }
}
