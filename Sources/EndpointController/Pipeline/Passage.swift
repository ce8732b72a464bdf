import EndpointTransports
import Foundation

/// A passage of a call through the middleware, and what the middleware shares; a call that begins anew has another.
final class Passage: Sendable {
    private struct State {
        var visits: [Int: Int] = [:]
        var notes: [Int: any Sendable] = [:]
        var redirects = 0
        var isOver = false
    }

    let call: Call
    let context: EndpointTransportContext
    /// The time limit, if it is an idle timeout.
    let idle: Deadline?
    private let state = Locked(State())

    init(_ call: Call, _ context: EndpointTransportContext, _ idle: Deadline? = nil) {
        self.call = call
        self.context = context
        self.idle = idle
    }

    /// Counts a visit of a middleware, and returns the number of its visits.
    func enter(_ index: Int) -> Int {
        state.withLock { state in
            state.visits[index, default: 0] += 1
            return state.visits[index] ?? 1
        }
    }

    /// A Boolean value that indicates whether the call has a response or an error, so that nothing more is sent for it.
    var isOver: Bool { state.withLock(\.isOver) }

    func end() {
        state.withLock { $0.isOver = true }
    }

    /// Accesses the note of a middleware, which is nil at first.
    func withNote(of index: Int, _ body: (inout (any Sendable)?) -> Void) {
        state.withLock { body(&$0.notes[index]) }
    }

    /// The number of redirects that led to the request that was sent last.
    var redirects: Int {
        get { state.withLock(\.redirects) }
        set { state.withLock { $0.redirects = newValue } }
    }
}
