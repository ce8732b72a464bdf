import EndpointController
@_spi(Tools) import Endpoint
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
    func replacingQueryItems(_ items: [URLQueryItem]) throws -> URL {
        let names = items.map(\.name)
        // All characters of a URL are ASCII.
        let parts = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let kept = parts.dropFirst().joined().split(separator: "&", omittingEmptySubsequences: false).filter { field in
            !names.contains(String(field.prefix { $0 != "=" }).percentDecoded)
        }
        let query = kept.isEmpty || parts.count == 1 ? "" : "?" + kept.joined(separator: "&")
        return try Page(url: URL(string: parts[0] + query), queryItems: items).request.url ?? self
    }
}

/// The request of a page, whose query items an endpoint appends.
private struct Page: EndpointType, MethodProviderType, URLProviderType, QueryItemsProviderType {
    let method = HTTPMethod.get
    let url: URL?
    let queryItems: [URLQueryItem]
}
