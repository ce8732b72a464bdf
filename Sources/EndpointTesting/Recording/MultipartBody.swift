@_spi(Tools) import Endpoint
import Foundation

/// A multipart/form-data body (RFC 7578), with any boundary.
struct MultipartBody {
    private static let lineBreak = Data("\r\n".utf8)

    private let data: Data
    private let boundary: String

    /// Creates a multipart body; returns nil if the content type is not `multipart/form-data` with a boundary, or if no
    /// line begins with `--`.
    ///
    /// If the boundary of a body differs from the boundary in its content type, the body is treated as a single part.
    init?(_ data: Data, contentType: String?) {
        guard let boundary = Self.boundary(in: contentType ?? ""),
            data.starts(with: "--".utf8) || data.range(of: Data("\n--".utf8)) != nil
        else { return nil }
        self.data = data
        self.boundary = boundary
    }

    /// The body with a fixed boundary, so that bodies that differ only in their boundaries are equal.
    var normalized: Data { replacing { $0 } }

    /// Returns the body with a fixed boundary, and with secret parts and the secrets in other parts hidden.
    func hiding(_ secrets: SecretFilter) -> Data {
        replacing { section in
            guard let end = section.range(of: Self.lineBreak + Self.lineBreak)?.upperBound else { return section }
            var content = section[end...]
            if content.suffix(2) == Self.lineBreak { content = content.dropLast(2) }
            let head = String(decoding: section[..<end], as: UTF8.self)
            return section[..<end] + Self.hidden(content, head, secrets) + Self.lineBreak
        }
    }

    /// Hides the whole content of a part whose name is secret, and only the secrets in the content of any other part.
    private static func hidden(_ content: Data, _ head: String, _ secrets: SecretFilter) -> Data {
        // A quoted file name may match too: hide too much rather than too little.
        let name = /(?i)[;\s]name\*?\s*=\s*(?=("(?:[^"\\\r\n]|\\.)*"|[^;\r\n]*))/.matchingSemantics(.unicodeScalar)
        let names = head.matches(of: name).map { $0.1.trimmingCharacters(in: ["\"", " ", "\t"]) }
        if let name = names.first(where: secrets.isSecret) {
            secrets.collect(content, name)
            return Data(FieldMask.text.utf8)
        }
        let type = head.firstMatch(of: /(?im)^content-type\s*:\s*([^\r\n]*)/.matchingSemantics(.unicodeScalar))
        // Nested multipart bodies are deprecated (RFC 7578, section 4.3): do not parse them.
        let contentType = type.map { String($0.1) }.flatMap { $0.lowercased().hasPrefix("multipart/") ? nil : $0 }
        let body = BodyRecord(content, contentType: contentType, hiding: secrets)
        if case .json(let json) = body, json == JSON(content) { return content }
        return body?.bytes ?? content
    }

    /// Returns a fixed content type for multipart/form-data with any boundary; returns any other type unchanged.
    static func normalized(contentType: String) -> String {
        boundary(in: contentType) == nil ? contentType : "multipart/form-data; boundary=boundary"
    }

    private func replacing(_ replacement: (Data) -> Data) -> Data {
        let separator = Data("--\(boundary)".utf8)
        var result = Data()
        var rest = data
        while let range = rest.range(of: separator) {
            result += replacement(rest[..<range.lowerBound]) + Data("--boundary".utf8)
            rest = rest[range.upperBound...]
        }
        return result + replacement(rest)
    }

    private static func boundary(in contentType: String) -> String? {
        let boundary = contentType.firstMatch(of: /(?i)^multipart\/form-data.*?boundary="?([^";]+)/)
        // White space may precede a semicolon (RFC 9110, section 5.6.6).
        let trimmed = boundary?.1.trimmingCharacters(in: .whitespaces) ?? ""
        return trimmed.isEmpty ? nil : trimmed
    }
}
