import EndpointSupport
import EndpointTransports
import Foundation

/// A response that may be stored after the caller has read its whole body.
///
/// Create the fill before the request is sent, so that the response is not stored if another call changes the resource
/// meanwhile.
final class CacheFill: Sendable {
    private struct State {
        var body = Data()
        var reserved = 0
        var isOver = false
        /// The number of the arrival of the head.
        var arrival = 0
    }

    private let store: Locked<CacheStore>
    private let request: CacheRequest
    private let oldID: Int?
    private let number: Int
    private let state = Locked(State())

    init(_ store: Locked<CacheStore>, _ request: CacheRequest, replacing oldID: Int?) {
        self.store = store
        self.request = request
        self.oldID = oldID
        number = store.withLock { $0.begin(request.key.url) }
    }

    deinit {
        abandon()
        store.withLock { $0.end(request.key.url) }
    }

    /// Records that the head of the response has arrived.
    func arrive() {
        let number = store.withLock { $0.nextNumber() }
        state.withLock { $0.arrival = number }
    }

    /// Collects a part of the body.
    ///
    /// Abandons the fill and removes the old response if the body exceeds `limit` bytes or the store has no room.
    func collect(_ chunk: Data, limit: Int) {
        let isTooMuch = state.withLock { state in
            if state.isOver { return false }
            // While a `Data` grows, it may occupy twice as much memory as its bytes need.
            guard state.body.count + chunk.count <= limit, store.withLock({ $0.reserve(2 * chunk.count) }) else {
                return true
            }
            state.reserved += 2 * chunk.count
            state.body.append(chunk)
            return false
        }
        guard isTooMuch else { return }
        abandon()
        removeOld()
    }

    /// Removes the old response, if there is one, and prevents the storage of responses for the request's URL whose
    /// heads have already arrived.
    func removeOld() {
        store.withLock { $0.removeOutdated(oldID, request.key.url) }
    }

    /// Stores the response, whose body is now complete, unless the fill was abandoned or the store refuses the
    /// response: see ``CacheStore/insert(_:for:_:arrival:)``.
    func finish(_ head: StoredHead) {
        let (body, arrival) = state.withLock { ($0.isOver ? nil : $0.body, $0.arrival) }
        abandon()
        guard let body else { return }
        // A copy has no spare capacity, so it takes only the memory that is counted.
        let response = StoredResponse(head, body: body.withUnsafeBytes { Data($0) }, for: request)
        store.withLock { $0.insert(response, for: request, number, arrival: arrival) }
    }

    /// Replaces a stored response with the version that this request validated, unless a later 304 has replaced it.
    ///
    /// - Returns: `false` if the response was no longer stored.
    func update(_ id: Int, _ response: StoredResponse) -> Bool {
        let arrival = state.withLock(\.arrival)
        return store.withLock { $0.update(id, response, arrival: arrival) }
    }

    /// Drops the collected bytes, and stops collecting.
    func abandon() {
        let reserved = state.withLock { state in
            defer { state = State(isOver: true, arrival: state.arrival) }
            return state.reserved
        }
        if reserved > 0 { store.withLock { $0.release(reserved) } }
    }
}
