import Foundation

extension Credentials {
    /// Returns a multipart/form-data body (RFC 7578) with the contents of parts hidden whose names are the names of
    /// credentials; returns nil if the content type names no boundary.
    static func hidden(inMultipart data: Data, contentType: String) -> Data? {
        guard let boundary = parameter("boundary", in: contentType) else { return nil }
        let separator = Data(utf8: "--" + boundary)
        var result = Data()
        var rest = data[...]
        while let range = rest.range(of: separator) {
            result += hidden(inPart: rest[..<range.lowerBound]) + separator
            rest = rest[range.upperBound...]
        }
        return result + hidden(inPart: rest)
    }

    private static func hidden(inPart part: Data) -> Data {
        guard let end = part.range(of: Data("\r\n\r\n".utf8))?.upperBound,
            let name = parameter("name", in: String(decoding: part[..<end], as: UTF8.self)), isCredential(name),
            // The content of a file is not in the body that is shown.
            end < part.endIndex
        else { return part }
        return part[..<end] + Data(utf8: mask + "\r\n")
    }

    /// Returns the value of the first parameter of a name (RFC 9110, section 5.6.6), which may be quoted.
    private static func parameter(_ name: String, in text: String) -> String? {
        let options: String.CompareOptions = [.regularExpression, .caseInsensitive]
        guard let start = text.range(of: "[; \\t]\(name)=", options: options)?.upperBound else { return nil }
        let value = text[start...]
        return value.hasPrefix("\"")
            ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value.prefix { !"; \t\r\n".contains($0) })
    }
}
