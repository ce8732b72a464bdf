import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// A query item or form field, whose decoded bytes are compared.
struct FormField: Equatable {
    let name: [UInt8]
    let value: [UInt8]?

    static func all(inQueryOf request: URLRequest) -> [FormField] {
        let components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        return (components?.percentEncodedQueryItems ?? []).map { item in
            FormField(name: item.name.utf8.percentDecoded, value: item.value?.utf8.percentDecoded)
        }
    }

    /// Returns the fields of an `application/x-www-form-urlencoded` body (WHATWG URL Standard, section 5.1).
    static func all(inForm form: Data) -> [FormField] {
        let bytes = form.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return bytes.split(separator: UInt8(ascii: "&")).map { field in
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            return FormField(name: name.percentDecoded, value: field.dropFirst(name.count + 1).percentDecoded)
        }
    }
}

extension FormField {
    /// Creates a field that is not encoded.
    init(_ item: URLQueryItem) {
        self.init(name: Array(item.name.utf8), value: item.value.map { Array($0.utf8) })
    }

    /// The name in double quotes.
    var shownName: String { Self.shown(name, \.unmistakable) }

    /// The value in double quotes, with recognised credentials hidden.
    var shownValue: String {
        if Redaction.standard.isSecret(String(decoding: name, as: UTF8.self)) { return FieldMask.text }
        return value.map { Self.shown($0) { SecretFilter().hidden(inText: $0).quoted } } ?? "no value"
    }

    /// Returns bytes as text in double quotes, percent-encoded if they are not UTF-8.
    private static func shown(_ bytes: [UInt8], _ quoted: (String) -> String) -> String {
        if let text = String(wholeUTF8: Data(bytes)) { return quoted(text) }
        let text = bytes.map { $0 < 0x80 ? "\(Unicode.Scalar($0))" : "%" + String($0, radix: 16, uppercase: true) }
        return quoted(text.joined()) + " (percent-encoded)"
    }
}
