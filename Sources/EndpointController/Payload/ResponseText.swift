@_spi(Tools) import Endpoint
import EndpointSupport
import EndpointTransports
import Foundation

/// The decoding of a response's body as text.
enum ResponseText {
    /// Returns the body as text.
    ///
    /// A byte order mark takes precedence over the charset that the response names, and is not part of the text (WHATWG
    /// Encoding Standard, section 6).
    static func text(of response: EndpointResponse) throws(EndpointPayloadError) -> String {
        let body = response.body
        for (mark, name, encoding) in marks where body.starts(with: mark) {
            return try decode(body.dropFirst(mark.count), encoding, name)
        }
        let name = response.contentType.flatMap(charset) ?? "utf-8"
        guard let encoding = encodings[name.lowercased()] else { throw .unknownCharset(name) }
        return try decode(body, encoding, name)
    }

    private static func decode(
        _ data: Data,
        _ encoding: String.Encoding,
        _ name: String
    ) throws(EndpointPayloadError) -> String {
        let text: String? =
            switch encoding {
            case .utf8: String(wholeUTF8: data)
            case .windowsCP1252: String(String.UnicodeScalarView(data.map { windows1252[Int($0)] }))
            // Foundation drops half a code unit at the end.
            case .utf16LittleEndian where !data.count.isMultiple(of: 2): nil
            case .utf16BigEndian where !data.count.isMultiple(of: 2): nil
            default: String(data: data, encoding: encoding)
            }
        guard let text else { throw .undecodableText(charset: name) }
        return text
    }

    private static let marks: [([UInt8], String, String.Encoding)] = [
        ([0xEF, 0xBB, 0xBF], "utf-8", .utf8),
        ([0xFF, 0xFE], "utf-16le", .utf16LittleEndian),
        ([0xFE, 0xFF], "utf-16be", .utf16BigEndian),
    ]

    /// The encodings by charset name, with the meaning of the WHATWG Encoding Standard, which follows what servers do.
    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "utf-16": .utf16LittleEndian, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252,
    ]

    /// The characters of windows-1252, indexed by byte: the few bytes that Foundation leaves undefined are control
    /// characters, as in Latin-1.
    private static let windows1252: [Unicode.Scalar] = (0...255).map { byte in
        String(data: Data([byte]), encoding: .windowsCP1252)?.unicodeScalars.first ?? Unicode.Scalar(byte)
    }

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
