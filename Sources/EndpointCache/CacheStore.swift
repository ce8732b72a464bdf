import EndpointSupport

/// The stored responses, found by URL, user and `Vary`, and kept in the order of their last use.
struct CacheStore {
    private struct Node {
        var response: StoredResponse
        /// The arrival number of the response, or of the last 304 that validated it.
        var arrival: Int
        let key: CacheKey
        /// A Boolean value that indicates whether a request in the background validates the response.
        var isRefreshing = false
    }

    /// The running requests for a URL.
    private struct Pending {
        var count = 0
        /// The number of those requests that may change the resource.
        var changes = 0
        /// The value of `lastNumber` when responses for the URL were last invalidated.
        var lastInvalid = 0
        /// The value of `lastNumber` when a response for the URL last turned out to be out of date.
        var lastOutdated = 0
    }

    /// The maximum number of variants of one URL for one user; it is low because a look-up may compare all of them.
    private static let variantLimit = 32

    let limit: Int

    /// The number of bytes that are in use or reserved.
    private(set) var size = 0

    /// The number of calls to ``removeAll()``.
    private(set) var removalCount = 0

    private let nodes = LinkedTable<Int, Node>()
    private var index: [String: [[CacheKey.Field]: [Int]]] = [:]
    private var pending: [String: Pending] = [:]
    /// The highest number so far of a request or of the arrival of a head.
    private var lastNumber = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns the most recently stored response that a request selects (RFC 9111, section 4.1), or nil if none exists.
    func find(_ request: CacheRequest) -> CacheEntry? {
        guard let ids = index[request.key.url]?[request.key.identity] else { return nil }
        for id in ids.reversed() {
            if let node = nodes[id], request.matches(node.response.head.selecting) {
                return CacheEntry(id: id, response: node.response)
            }
        }
        return nil
    }

    /// Marks a stored response as the most recently used response.
    mutating func touch(_ id: Int) {
        guard id != nodes.last, let node = nodes.remove(id) else { return }
        nodes.append(node, for: id)
    }

    /// Removes the responses that a request selects, and stores a new response if there is room.
    ///
    /// Stores nothing if responses for the URL were invalidated after the request began, or if ``removeAll()`` was
    /// called after the call began. The same holds if a response for the URL turned out to be out of date after the new
    /// response arrived, or if the request selects a response that arrived or was validated later. `number` is the
    /// result of ``begin(_:)``; `arrival` is the result of ``nextNumber()``.
    mutating func insert(_ response: StoredResponse, for request: CacheRequest, _ number: Int, arrival: Int) {
        guard let pending = pending[request.key.url], number > pending.lastInvalid, arrival > pending.lastOutdated,
            request.removalCount == removalCount
        else { return }
        while let entry = find(request) {
            if let node = nodes[entry.id], node.arrival > arrival { return }
            remove(entry.id)
        }
        guard reserve(response.size) else { return }
        nodes.append(Node(response: response, arrival: arrival, key: request.key), for: number)
        index[request.key.url, default: [:]][request.key.identity, default: []].append(number)
        if let ids = index[request.key.url]?[request.key.identity], ids.count > Self.variantLimit { remove(ids[0]) }
    }

    /// Replaces a response with the version that a 304 has validated, unless a later 304 has already replaced it.
    ///
    /// - Returns: `false` if the response was no longer stored.
    mutating func update(_ id: Int, _ response: StoredResponse, arrival: Int) -> Bool {
        guard let old = nodes[id] else { return false }
        if old.arrival > arrival { return true }
        nodes[id]?.response = response
        nodes[id]?.arrival = arrival
        size += response.size - old.response.size
        touch(id)
        // Make room for the difference, even if that removes the response itself.
        _ = reserve(0)
        return true
    }

    mutating func remove(_ id: Int) {
        guard let node = nodes.remove(id) else { return }
        size -= node.response.size
        let (url, identity) = (node.key.url, node.key.identity)
        index[url]?[identity]?.removeAll { $0 == id }
        if index[url]?[identity]?.isEmpty ?? false { index[url]?[identity] = nil }
        if index[url]?.isEmpty ?? false { index[url] = nil }
    }

    /// Removes an outdated response, if there is one, and prevents the storage of responses for the URL whose heads
    /// have already arrived.
    mutating func removeOutdated(_ id: Int?, _ url: String) {
        pending[url]?.lastOutdated = lastNumber
        if let id { remove(id) }
    }

    /// Removes all users' responses for a URL, and prevents the storage of responses to running requests for that URL.
    mutating func invalidate(_ url: String) {
        pending[url]?.lastInvalid = lastNumber
        for id in (index[url] ?? [:]).values.joined() { remove(id) }
    }

    mutating func removeAll() {
        removalCount += 1
        while let oldest = nodes.first { remove(oldest) }
    }

    /// Reserves memory, and removes the least recently used responses to make room.
    ///
    /// - Returns: `false` if there would not be enough room even without any stored response.
    mutating func reserve(_ count: Int) -> Bool {
        while count <= limit, size + count > limit, let oldest = nodes.first { remove(oldest) }
        if size + count > limit { return false }
        size += count
        return true
    }

    mutating func release(_ count: Int) {
        size -= count
    }
}

extension CacheStore {
    /// Records that a request for a URL has begun, and returns its number, which is higher than all earlier numbers.
    mutating func begin(_ url: String) -> Int {
        pending[url, default: Pending()].count += 1
        return nextNumber()
    }

    /// Returns a number that is higher than all earlier numbers.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Records that a request for a URL is over.
    mutating func end(_ url: String) {
        pending[url]?.count -= 1
        if pending[url]?.count == 0 { pending[url] = nil }
    }

    /// Adds to the number of running requests that may change the resource.
    mutating func addChanges(_ count: Int, to url: String) { pending[url]?.changes += count }

    /// Indicates whether a request is running that may change the resource.
    func mayChange(_ url: String) -> Bool { pending[url]?.changes ?? 0 > 0 }

    /// Records that a response is validated in the background; returns false if it already is.
    func beginRefresh(of id: Int) -> Bool {
        defer { nodes[id]?.isRefreshing = true }
        return nodes[id]?.isRefreshing == false
    }

    func endRefresh(of id: Int) {
        nodes[id]?.isRefreshing = false
    }
}
