import EndpointSupport
import EndpointTransports

/// The facts and notes that the middleware of a call shares.
///
/// A call that begins anew, such as the next connection of an event stream, has a new state.
final class CallState: Sendable {
    private struct State {
        var visits: [Int: Int] = [:]
        var notes: [Int: any Sendable] = [:]
        var isOver = false
    }

    let call: Call
    let context: EndpointTransportContext
    /// The time limit, if it is an idle timeout.
    let idle: Deadline?
    let notes: CallNotes
    private let state = Locked(State())

    /// Creates the state of a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - idle: The time limit, if it is an idle timeout; by default nil, for a deadline in `context`.
    ///   - notes: The notes of middleware for the end of the call; by default none yet.
    init(
        _ call: Call,
        _ context: EndpointTransportContext,
        _ idle: Deadline? = nil,
        _ notes: CallNotes = CallNotes()
    ) {
        self.call = call
        self.context = context
        self.idle = idle
        self.notes = notes
    }

    /// Counts a visit of a middleware, and returns the number of its visits.
    func enter(_ index: Int) -> Int {
        state.withLock { state in
            state.visits[index, default: 0] += 1
            return state.visits[index] ?? 1
        }
    }

    /// Accesses the note of a middleware, which is nil at first.
    func withNote<Result>(of index: Int, _ body: (inout (any Sendable)?) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0.notes[index]) }
    }

    /// A Boolean value that indicates whether the call has ended, so that nothing more is sent for it.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Ends the call.
    func end() {
        state.withLock { $0.isOver = true }
    }
}
