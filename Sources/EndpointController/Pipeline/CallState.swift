package import EndpointTransports

/// The facts and notes that the middleware of a call shares.
///
/// A call that begins anew, such as the next connection of an event stream, has a new state.
package final class CallState: Sendable {
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

    /// Creates the state of a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - idle: The time limit, if it is an idle timeout; by default nil, for a deadline in `context`.
    package init(_ call: Call, _ context: EndpointTransportContext, _ idle: Deadline? = nil) {
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

    /// Accesses the note of a middleware, which is nil at first.
    func withNote(of index: Int, _ body: (inout (any Sendable)?) -> Void) {
        state.withLock { body(&$0.notes[index]) }
    }

    /// The number of redirects that led to the request that was sent last.
    var redirects: Int {
        get { state.withLock(\.redirects) }
        set { state.withLock { $0.redirects = newValue } }
    }

    /// A Boolean value that indicates whether the call has ended, so that nothing more is sent for it.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Runs an operation, whose error ends the call.
    package func endingOnError<Value>(_ operation: () async throws -> Value) async throws -> Value {
        do {
            return try await operation()
        } catch {
            end()
            throw error
        }
    }

    /// Ends the call.
    package func end() {
        state.withLock { $0.isOver = true }
    }
}
