import EndpointSupport
import EndpointTransports
import Foundation

extension EndpointResponseHead {
    /// The fields that concern one connection (RFC 9110, section 7.6.1) or a proxy (RFC 9111, section 3.1).
    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]

    /// The fields that a 304 does not update, because they describe the stored body.
    private static let bodyFields: Set<String> = ["content-encoding", "content-length", "content-range"]

    /// A Boolean value that indicates whether the response may report a temporary failure, and so does not show the
    /// state of the resource.
    var isTemporaryFailure: Bool { [408, 429].contains(statusCode) || statusCode >= 500 }

    /// A Boolean value that indicates whether `stale-if-error` applies to the status code (RFC 5861, section 4).
    var isServerFailure: Bool { [500, 502, 503, 504].contains(statusCode) }

    /// Returns the head as it is stored.
    ///
    /// - Parameters:
    ///   - names: The names, in lower case, of further fields to omit.
    ///   - received: The date of receipt, which is added as `Date` if the head has no `Date` (RFC 9110, section 6.6.1).
    /// - Returns: The head, without a URL.
    func stored(without names: [String], received: Date) -> EndpointResponseHead {
        let excluded = excludedFields.union(names)
        var lines = fieldLines.filter { !excluded.contains($0.name.lowercased()) }
        if headerField("Date") == nil { lines.append(("Date", HTTPDate.text(received))) }
        return EndpointResponseHead(url: nil, statusCode: statusCode, fieldLines: lines)
    }

    /// Returns this stored head, updated with the fields of a 304 that validated it (RFC 9111, section 3.2).
    ///
    /// - Parameters:
    ///   - update: The head of the 304.
    ///   - date: The date that is added as `Date` if the 304 has no `Date`.
    /// - Returns: The head, without a URL.
    func updated(with update: EndpointResponseHead, date: Date) -> EndpointResponseHead {
        let excluded = update.excludedFields.subtracting(["age"]).union(Self.bodyFields)
        var added = update.fieldLines.filter { !excluded.contains($0.name.lowercased()) }
        if update.headerField("Date") == nil { added.append(("Date", HTTPDate.text(date))) }
        let names = Set(added.map { $0.name.lowercased() })
        let kept = fieldLines.filter { !names.contains($0.name.lowercased()) }
        return EndpointResponseHead(url: nil, statusCode: statusCode, fieldLines: kept + added)
    }

    /// Returns the head of a stored response as an answer to a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the request.
    ///   - age: The age in seconds, or nil to omit `Age` because the server has just validated the response.
    /// - Returns: The head.
    func answering(_ url: URL?, age: TimeInterval?) -> EndpointResponseHead {
        var lines = fieldLines
        // The limit is the largest value that every recipient understands (RFC 9111, section 1.2.2).
        if let age { lines.append(("Age", String(Int(min(age, 2_147_483_647))))) }
        return EndpointResponseHead(url: url, statusCode: statusCode, fieldLines: lines)
    }

    /// The names, in lower case, of the fields that are not stored.
    private var excludedFields: Set<String> {
        let named = FieldList.members(of: headerField("Connection") ?? "").map { $0.lowercased() }
        return Self.connectionFields.union(named).union(["age"])
    }

    /// The entity tag (RFC 9110, section 8.8.3), which some servers send without quotation marks; nil if it is not
    /// valid, or if `If-None-Match` would be read as another condition.
    var entityTag: String? {
        guard let tag = headerField("ETag") else { return nil }
        let opaque = tag.utf8.dropFirst(tag.hasPrefix("W/") ? 2 : 0)
        let quote = UInt8(ascii: "\"")
        let isQuoted = opaque.count >= 2 && opaque.first == quote && opaque.last == quote
        let content = isQuoted ? opaque.dropFirst().dropLast() : opaque
        let isValid = content.allSatisfy { (0x20...0x7E).contains($0) && $0 != quote }
        let isPlain =
            !content.isEmpty && !content.elementsEqual("*".utf8) && !content.contains { [0x20, 0x2C].contains($0) }
        return isValid && (isQuoted || isPlain) ? tag : nil
    }

    /// The date of the last change, or nil if it is missing or not valid.
    var lastModified: String? {
        headerField("Last-Modified").flatMap { HTTPDate.date(from: $0, now: Date()) == nil ? nil : $0 }
    }

    /// Indicates whether this 304 is about a response other than the stored response: its validator is not that of the
    /// stored response (RFC 9111, section 4.3.4).
    ///
    /// Tags are compared without `W/`, as in `If-None-Match`.
    func contradicts(_ stored: EndpointResponseHead) -> Bool {
        func opaque(_ tag: String) -> Substring { tag.dropFirst(tag.hasPrefix("W/") ? 2 : 0) }
        if let tag = entityTag { return stored.entityTag.map(opaque) != opaque(tag) }
        return lastModified.map { $0 != stored.lastModified } ?? false
    }

    /// Indicates whether this 304 may update the stored response: a strong tag identifies only a response with the same
    /// strong tag (RFC 9111, section 4.3.4).
    func identifies(_ stored: EndpointResponseHead) -> Bool {
        entityTag.map { $0.hasPrefix("W/") || $0 == stored.entityTag } ?? true
    }
}
