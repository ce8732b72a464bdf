import EndpointController
public import Foundation

extension EndpointResponse {
    /// The targets of the `Link` header field, keyed by relation type in lower case (RFC 8288, section 3).
    ///
    /// ```swift
    /// let next = response.links["next"]
    /// ```
    ///
    /// Targets are resolved against the URL of the request. A link whose target is not valid is omitted, and so is a
    /// link with an `anchor`, which may lead from another page. Of several links with the same relation type, the first
    /// is used. A malformed part hides the links after it in its field line; `URLSession` joins all `Link` lines into
    /// one.
    public var links: [String: URL] {
        var links: [String: URL] = [:]
        for link in LinkField(head).links {
            guard let target = url(of: link.target) else { continue }
            for relation in link.relations where links[relation] == nil { links[relation] = target }
        }
        return links
    }

    private func url(of target: String) -> URL? {
        if target.isEmpty { return request.url.flatMap { URL(string: $0.withoutFragment) } }
        // A target that is not a web URL may still be another URI, such as a `mailto:` address.
        return (try? request.url?.resolving(target))
            ?? URL(string: target).flatMap { [nil, "http", "https"].contains($0.scheme?.lowercased()) ? nil : $0 }
    }
}
