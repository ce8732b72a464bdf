import Endpoint
import EndpointController
import Foundation

/// A part of a multipart/form-data body (RFC 7578, section 4).
struct BodyPart {
    /// The number of bytes before the content, including the empty line after the header fields.
    let headLength: Int
    let name: String?
    let contentType: String?
    let content: Data

    /// Creates a part from a section of a body; nil if the section has no empty line and so is not a part.
    init?(_ section: Data) {
        let lineBreak = Data("\r\n".utf8)
        guard let end = section.range(of: lineBreak + lineBreak) else { return nil }
        headLength = section.distance(from: section.startIndex, to: end.upperBound)
        let content = section[end.upperBound...]
        self.content = content.suffix(lineBreak.count) == lineBreak ? content.dropLast(lineBreak.count) : content
        let lines = String(decoding: section[..<end.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
        func field(_ name: String) -> Substring? {
            let line = lines.first { $0.prefix { $0 != ":" }.lowercased() == name }
            return line.map { $0[($0.firstIndex(of: ":") ?? $0.endIndex)...].dropFirst() }
        }
        name = field("content-disposition").flatMap(Self.name(inDisposition:))
        contentType = field("content-type").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    var isMultipart: Bool { contentType?.lowercased().hasPrefix("multipart/") == true }

    /// Returns the content with its secrets hidden; the content may itself be JSON or a form.
    func hiddenContent(_ secrets: CassetteSecrets) -> Data {
        if let name, secrets.isSecret(name) { return Data(Credentials.mask.utf8) }
        // Nested multipart bodies are deprecated (RFC 7578, section 4.3): do not parse them.
        let body = BodyRecord(content, contentType: isMultipart ? nil : contentType, hiding: secrets)
        if case .json(let json) = body, json == JSON(content) { return content }
        return body?.bytes ?? content
    }

    /// Returns the value of `name` or `name*`, without quotes and surrounding white space; nil if both are missing.
    private static func name(inDisposition field: Substring) -> String? {
        var isQuoted = false
        let parameters = field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for parameter in parameters {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, ["name", "name*"].contains(parts[0].lowercased()) else { continue }
            return parts[1].trimmingCharacters(in: ["\""])
        }
        return nil
    }
}
