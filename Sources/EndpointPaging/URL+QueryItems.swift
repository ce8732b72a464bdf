import EndpointController
import Foundation

extension URL {
    /// The URL without its fragment, which is not sent.
    var withoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }

    /// Returns the value of the first query item with a given name: empty if it has no value, nil if no item matches.
    func queryItem(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == name }
            .map { $0.value ?? "" }
    }

    /// Returns the value of the first query item with a given name if it is an integer.
    func number(_ name: String) -> Int? { queryItem(name).flatMap { Int($0) } }

    /// Returns the URL with new query items appended, and without its own items that have the same names.
    ///
    /// The rest of the query stays the same, byte for byte; a fragment may be dropped, because it is not sent.
    ///
    /// - Throws: `EndpointRequestError` if the URL is incomplete or invalid, or contains an unsafe path segment.
    func replacingQueryItems(_ items: [URLQueryItem]) throws(EndpointRequestError) -> URL {
        let names = items.map(\.name)
        let bytes = Array(withoutFragment.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else {
            return try URLResolution.url(self, queryItems: items)
        }
        let fields = bytes[(mark + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = fields.filter { field in
            let name = String(decoding: field.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            return !names.contains(name.percentDecoded)
        }
        let query = kept.isEmpty ? [] : [UInt8(ascii: "?")] + kept.joined(separator: [UInt8(ascii: "&")])
        let string = String(decoding: bytes[..<mark] + query, as: UTF8.self)
        guard let url = URL(string: string) else { throw .invalidURL(Credentials.hidden(inBrokenURL: string)) }
        return try URLResolution.url(url, queryItems: items)
    }
}
