import Endpoint
import EndpointController
import Foundation

/// A multipart/form-data body (RFC 7578), with any boundary.
struct MultipartBody {
    private static let lineBreak = Data("\r\n".utf8)

    private let data: Data
    private let boundary: String

    /// Creates a multipart body; nil if the content type is not `multipart/form-data` or has no boundary.
    init?(_ data: Data, contentType: String?) {
        guard let boundary = Self.boundary(in: contentType ?? "") else { return nil }
        self.data = data
        self.boundary = boundary
    }

    /// The body with a fixed boundary, so that bodies that differ only in their boundaries are equal.
    var normalized: Data { replacing { $0 } }

    var parts: [BodyPart] {
        var parts: [BodyPart] = []
        _ = replacing { section in
            if let part = BodyPart(section) { parts.append(part) }
            return section
        }
        return parts
    }

    /// Returns the body with a fixed boundary, and with secret parts and the secrets in other parts hidden.
    func hiding(_ secrets: CassetteSecrets) -> Data {
        replacing { section in
            guard let part = BodyPart(section) else { return section }
            return section.prefix(part.headLength) + part.hiddenContent(secrets) + Self.lineBreak
        }
    }

    /// Replaces the boundary of a multipart/form-data content type with a fixed one; returns any other type unchanged.
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
        guard contentType.lowercased().hasPrefix("multipart/form-data"),
            let range = contentType.range(of: "boundary=", options: .caseInsensitive)
        else { return nil }
        let value = contentType[range.upperBound...]
        let boundary = value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { $0 != ";" }
        // White space may precede a semicolon (RFC 9110, section 5.6.6).
        let trimmed = boundary.trimmingCharacters(in: .whitespaces)
        return trimmed.isEmpty ? nil : trimmed
    }
}
