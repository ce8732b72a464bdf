import EndpointTransports
import Foundation

/// The decoding of a response's body as text.
enum ResponseText {
    /// Returns the body as text.
    ///
    /// A byte order mark takes precedence over the charset that the response names, and is not part of the text (WHATWG
    /// Encoding Standard, section 6).
    static func text(of response: EndpointResponse) throws(EndpointPayloadError) -> String {
        let name = response.contentType.flatMap(charset) ?? "utf-8"
        let body = response.body
        for (mark, markName, charset) in marks where body.starts(with: mark) {
            return try decode(body.dropFirst(mark.count), charset, markName)
        }
        guard let charset = TextCharset(name) else { throw .unknownCharset(name) }
        return try decode(body, charset, name)
    }

    private static func decode(
        _ data: Data,
        _ charset: TextCharset,
        _ name: String
    ) throws(EndpointPayloadError) -> String {
        guard let text = charset.text(of: data) else { throw .undecodableText(charset: name) }
        return text
    }

    private static let marks: [([UInt8], String, TextCharset)] = [
        ([0xEF, 0xBB, 0xBF], "utf-8", .utf8),
        ([0xFF, 0xFE], "utf-16le", .utf16LittleEndian),
        ([0xFE, 0xFF], "utf-16be", .utf16BigEndian),
    ]

    /// Returns the charset that a content type names (RFC 9110, section 8.3), or nil if there is none.
    private static func charset(in contentType: String) -> String? {
        var reader = FieldReader(contentType)
        while true {
            _ = reader.read(until: ";")
            guard let (name, value) = reader.parameter() else { return nil }
            guard name == "charset", !value.isEmpty else { continue }
            // Some servers put the charset in single quotes.
            let charset = value.trimmingCharacters(in: .whitespaces.union(["'"]))
            return charset.isEmpty ? nil : charset
        }
    }
}
