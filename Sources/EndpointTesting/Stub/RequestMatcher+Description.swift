import Endpoint
import EndpointController
import Foundation

extension RequestMatcher: CustomStringConvertible, CustomReflectable {
    /// The method, the URL or path, the names of query items and header fields, and the presence of a body, with
    /// recognised credentials in the URL or path hidden.
    public var description: String {
        let place = (url ?? path).map { Credentials.hidden(inURL: $0).visible } ?? "any URL"
        var parts = ["\(method?.rawValue.visible ?? "any method") \(place)"]
        if !queryItems.isEmpty { parts.append("query items \(Self.list(queryItems.map(\.name)))") }
        if !headerFields.isEmpty { parts.append("header fields \(Self.list(Array(headerFields.keys)))") }
        if let body, (try? body.contentLength) != 0 { parts.append("a body") }
        return parts.joined(separator: " with ")
    }

    /// The mirror that `dump` shows, which contains only ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    private static func list(_ names: [String]) -> String {
        Set(names).sorted().joined(separator: ", ").visible
    }
}
