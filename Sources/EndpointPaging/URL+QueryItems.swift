import EndpointController
import Foundation

extension URL {
    /// Returns the URL with new query items appended, and without its own items that have the same names.
    ///
    /// The rest of the query stays the same, byte for byte.
    ///
    /// - Parameter items: The new items, as plain text.
    /// - Returns: The absolute URL.
    /// - Throws: `EndpointRequestError` if the URL is incomplete or invalid, or contains an unsafe path segment.
    func replacingQueryItems(_ items: [URLQueryItem]) throws(EndpointRequestError) -> URL {
        let names = items.map(\.name)
        let bytes = Array(absoluteString.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
            return try URLResolution.url(self, queryItems: items)
        }
        let fields = bytes[(mark + 1)..<end].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = fields.filter { field in
            let name = String(decoding: field.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            return !names.contains(name.percentDecoded)
        }
        var result = Array(bytes[..<mark])
        for (index, field) in kept.enumerated() {
            result.append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            result += field
        }
        result += bytes[end...]
        let string = String(decoding: result, as: UTF8.self)
        guard let url = URL(string: string) else { throw .invalidURL(Credentials.hidden(inBrokenURL: string)) }
        return try URLResolution.url(url, queryItems: items)
    }
}
