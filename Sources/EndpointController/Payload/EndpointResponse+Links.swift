import Endpoint
public import Foundation

extension EndpointResponse {
    /// The targets of the `Link` header field, by relation in lower case (RFC 8288, section 3).
    ///
    /// ```swift
    /// let next = response.links["next"]
    /// ```
    ///
    /// Targets are resolved against the URL of the request. Of several links with a relation, the first counts. Links
    /// with an anchor lead from another page, and are left out. Reading ends at a link that is malformed.
    public var links: [String: URL] {
        guard let value = headerField("Link") else { return [:] }
        var links: [String: URL] = [:]
        for link in LinkField(value).links where !link.hasAnchor {
            guard let target = url(of: link.target) else { continue }
            for relation in link.relations where links[relation] == nil { links[relation] = target }
        }
        return links
    }

    private func url(of target: String) -> URL? {
        if target.isEmpty { return request.url }
        // A target that is not the address of a web server may still be a URI, such as the address of a mailbox.
        return (try? URLResolution.webURL(target, relativeTo: request.url))
            ?? URL(string: target).flatMap { $0.scheme == nil ? nil : $0 }
    }
}
