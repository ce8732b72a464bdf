import Foundation

extension Redaction {
    /// Returns a multipart/form-data body (RFC 7578) with the contents of parts hidden whose names are the names of
    /// credentials, or wholly hidden if the content type names no boundary.
    func masked(inMultipart data: Data, contentType: String) -> Data {
        guard let boundary = Self.parameter("boundary", in: contentType) else { return Data(Self.mask.utf8) }
        let lineBreak = Data("\r\n".utf8)
        let delimiter = lineBreak + Data(("--" + boundary).utf8)
        var result = Data()
        // A body begins with a delimiter that lacks its line break (RFC 2046, section 5.1.1).
        var rest = lineBreak + data
        while let range = rest.range(of: delimiter) {
            result += masked(inPart: rest[..<range.lowerBound]) + delimiter
            rest = rest[range.upperBound...]
        }
        return (result + masked(inPart: rest)).dropFirst(lineBreak.count)
    }

    private func masked(inPart part: Data) -> Data {
        guard let end = part.range(of: Data("\r\n\r\n".utf8))?.upperBound,
            // The content of a file is not in the body that is shown.
            end < part.endIndex
        else { return part }
        let name = Self.parameter("name", in: String(decoding: Array(part[..<end]), as: UTF8.self))
        let isSecret = name.map { self.isSecret($0) } ?? false
        return part[..<end] + (isSecret ? Data(Self.mask.utf8) : masked(part[end...], contentType: ""))
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
