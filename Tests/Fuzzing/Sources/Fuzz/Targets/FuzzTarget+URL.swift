@testable import Endpoint
import Foundation

extension FuzzTarget {
    /// A URL has only ASCII characters, and a relative URL string keeps the origin of the base URL.
    static let url = FuzzTarget { input in
        guard let baseURL = URL(string: input[0]) else { return }
        let items = stride(from: 2, to: input.count, by: 2).prefix(3).map {
            URLQueryItem(name: input[$0], value: $0 + 1 < input.count ? input[$0 + 1] : nil)
        }
        let base = baseURL.absoluteString
        let description = "\(base.debugDescription) + \(input[1].debugDescription) + \(items)"
        let resolved = try? URLResolution.resolved(input[1], base: base, queryItems: items)
        guard let link = resolved?.absoluteString else { return }
        expect(link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(description): \(link.debugDescription)")
        let built = try? URLResolution.url(input[1], relativeTo: baseURL, queryItems: items)
        guard let url = built?.absoluteString else { return }
        expect(url == link, "\(description): \(url), but as a link \(link)")
        expect(origin(of: url) == origin(of: base), "\(description) leaves the origin: \(url)")
    }

    /// Returns the scheme and the authority as text, because `host()` decodes names and leaves out the brackets of
    /// addresses.
    private static func origin(of url: String) -> String {
        let authority = url.range(of: "//").map { url[$0.upperBound...].prefix { !#"/\?#"#.contains($0) } }
        return String(url[..<(authority?.endIndex ?? url.startIndex)]).lowercased()
    }
}
