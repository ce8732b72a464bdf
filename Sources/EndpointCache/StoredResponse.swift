import EndpointSupport
import EndpointTransports
import Foundation

/// A response in the cache; an update replaces the whole instance.
final class StoredResponse: Sendable {
    let head: StoredHead
    let body: Data

    /// A generous estimate of the number of bytes that the response and its key take up in memory.
    let size: Int

    init(_ head: StoredHead, body: Data, for request: CacheRequest) {
        self.head = head
        self.body = body
        size = body.count + Self.size(of: head, for: request)
    }

    /// Returns an estimate of the number of bytes that a response and its key take up, without the body.
    private static func size(of head: StoredHead, for request: CacheRequest) -> Int {
        let fields =
            head.bare.fieldLines.map { $0.name.utf8.count + $0.value.utf8.count }
            + head.selecting.map { $0.name.utf8.count + ($0.value?.utf8.count ?? 0) }
            + request.key.identity.map { $0.name.utf8.count + $0.value.utf8.count }
        // Each string and each node of the indices is a separate allocation.
        return 1_024 + request.key.url.utf8.count + fields.reduce(0) { $0 + $1 + 128 }
    }
}

extension StoredResponse {
    /// Answers a request with the stored response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL of the request.
    ///   - age: The age in seconds, or nil to omit `Age` because the server has just validated the response.
    /// - Returns: The response, or nil if the request is for a range that the stored response cannot supply.
    func answer(_ request: CacheRequest, _ url: URL?, age: TimeInterval?) -> EndpointStreamedResponse? {
        if let range = request.range { return answer(range, url, age: age) }
        return EndpointStreamedResponse(
            head: head.bare.answering(url, age: age), body: EndpointResponseBody(request.isHead ? Data() : body))
    }

    /// Returns a part of the body as a 206 (RFC 9110, section 14.2), or nil if the response cannot supply the range.
    private func answer(_ range: String, _ url: URL?, age: TimeInterval?) -> EndpointStreamedResponse? {
        // Ranges apply to the encoded body, but the transport has removed the coding.
        guard head.bare.statusCode == 200, head.bare.headerField("Content-Encoding") == nil,
            let range = Self.range(range, of: body.count)
        else { return nil }
        var lines = head.bare.answering(url, age: age).fieldLines.filter {
            !["content-length", "content-range"].contains($0.name.lowercased())
        }
        lines.append(("Content-Length", String(range.count)))
        lines.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"))
        let part = body.dropFirst(range.lowerBound).prefix(range.count)
        return EndpointStreamedResponse(
            head: EndpointResponseHead(url: url, statusCode: 206, fieldLines: lines),
            body: EndpointResponseBody(Data(part)))
    }

    private static func range(_ field: String, of count: Int) -> Range<Int>? {
        let parts = field.lowercased().split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "bytes" else { return nil }
        let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, bounds.allSatisfy({ $0.isEmpty || FieldList.seconds($0) != nil }) else { return nil }
        // A number that is too large for an Int is beyond the end of any body.
        let numbers = bounds.map { $0.isEmpty ? nil : Int($0) ?? .max }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last?) where first <= last && first < count: return first..<min(last, count - 1) + 1
        case (let first?, nil) where first < count: return first..<count
        case (nil, let suffix?) where suffix > 0 && count > 0: return max(count - suffix, 0)..<count
        default: return nil
        }
    }
}

struct CacheEntry: Sendable {
    /// The number of the request that the response answered.
    let id: Int
    let response: StoredResponse
}
