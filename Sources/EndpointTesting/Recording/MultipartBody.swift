import EndpointController
import Foundation

/// A body in multipart/form-data (RFC 7578), whatever its boundary.
struct MultipartBody {
    private static let lineBreak = Data("\r\n".utf8)

    private let data: Data
    private let boundary: String

    /// Nil for a body of another content type.
    init?(_ data: Data, contentType: String?) {
        guard let boundary = Self.boundary(in: contentType ?? "") else { return nil }
        self.data = data
        self.boundary = boundary
    }

    /// The body with a boundary that is always the same: that of a request is made up anew each time.
    var normalized: Data { replacing { $0 } }

    /// The same, with the content of parts with certain names hidden.
    func hiding(_ isSecret: (String) -> Bool) -> Data {
        replacing { part in
            guard let end = part.range(of: Self.lineBreak + Self.lineBreak),
                let name = Self.name(in: String(decoding: part[..<end.lowerBound], as: UTF8.self)), isSecret(name)
            else { return part }
            return part[..<end.upperBound] + Data("***".utf8) + Self.lineBreak
        }
    }

    /// A content type with the boundary that is always the same.
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
        return boundary.isEmpty ? nil : String(boundary)
    }

    /// The name of a part, from its header fields.
    private static func name(in head: String) -> String? {
        guard let range = head.range(of: " name=\"", options: .caseInsensitive) else { return nil }
        return String(head[range.upperBound...].prefix { $0 != "\"" })
    }
}
