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
            head.head.fieldLines.map { $0.name.utf8.count + $0.value.utf8.count }
            + head.selecting.map { $0.name.utf8.count + ($0.value?.utf8.count ?? 0) }
            + request.key.identity.map { $0.name.utf8.count + $0.value.utf8.count }
        // Each string and each node of the indices is a separate allocation.
        return 1_024 + request.key.url.utf8.count + fields.reduce(0) { $0 + $1 + 128 }
    }
}

struct CacheEntry: Sendable {
    /// The number of the request that the response answered.
    let id: Int
    let response: StoredResponse
}
