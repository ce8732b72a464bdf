import Foundation

/// A reader of a header field's value, which may contain parameters, as in `text/plain; charset="utf-8"`.
public struct FieldReader {
    private var rest: ArraySlice<UInt8>

    public init(_ value: String) {
        rest = Array(value.utf8)[...]
    }

    public var isAtEnd: Bool { rest.isEmpty }

    /// Reads a semicolon and the parameter after it (RFC 9110, section 5.6.6); returns nil if no semicolon follows.
    ///
    /// The name is in lower case; the value is empty if there is none.
    public mutating func parameter() -> (name: String, value: String)? {
        skip(" \t")
        guard take(";") else { return nil }
        let name = read(until: "=;,").trimmingCharacters(in: [" ", "\t"]).lowercased()
        guard take("=") else { return (name, "") }
        skip(" \t")
        return (name, value(until: ";,"))
    }

    /// Reads a quoted string without its quotation marks and escapes, or any other text up to one of `ends`.
    public mutating func value(until ends: String) -> String {
        take("\"") ? readQuotedString() : read(until: ends).trimmingCharacters(in: [" ", "\t"])
    }

    /// Reads a quoted string, after its opening quote, up to its closing quote or the end (RFC 9110, section 5.6.4).
    private mutating func readQuotedString() -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            bytes.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    public mutating func skip(_ characters: String) {
        rest = rest.drop(while: characters.utf8.contains)
    }

    public mutating func read(until ends: String) -> String {
        let bytes = rest.prefix { !ends.utf8.contains($0) }
        rest = rest[bytes.endIndex...]
        return String(decoding: bytes, as: UTF8.self)
    }
}
