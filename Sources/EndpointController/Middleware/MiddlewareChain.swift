import Endpoint
import Foundation

/// The middleware of a call and what it shares: an object, so that an `EndpointNext` is cheap to copy.
///
/// The pipeline makes a new chain each time it sends the request of a call, so attempts are counted from 1 again.
/// A subclass sends the request: a closure would have to be created for each call.
///
/// `@unchecked Sendable`: this class and its subclasses have only constants of `Sendable` types, but the compiler does
/// not check a class that has subclasses.
class MiddlewareChain: @unchecked Sendable {
    private struct State {
        var hasRedirected = false
        /// The number of middleware that the call has entered; the outermost one is entered first, and only once.
        var entered = 1
        /// The visits that were recorded last; each points to those before it.
        var lastVisits: Visits?

        /// Returns the visits of a middleware that the call has entered.
        mutating func visits(of index: Int) -> Visits {
            var visits = lastVisits
            while let known = visits, known.index != index { visits = known.previous }
            if let visits { return visits }
            let new = Visits(index, after: lastVisits)
            lastVisits = new
            return new
        }
    }

    /// The visits of a middleware, recorded only for a note or a second visit, because most middleware has neither.
    private final class Visits {
        let index: Int
        /// The number of visits: one before this object was made.
        var count = 1
        @exclusivity(unchecked) var note: (any Sendable)?
        let previous: Visits?

        init(_ index: Int, after previous: Visits?) {
            self.index = index
            self.previous = previous
        }
    }

    final let middleware: [any EndpointMiddleware]
    final let call: CallFacts
    final let context: EndpointTransportContext
    /// A closure that restarts the idle timeout after a delay; it does nothing for a load.
    final let postpone: @Sendable (Duration) -> Void
    /// The state of all middleware under one lock, because creating a lock takes longer than a step.
    private let state = Locked(State())

    init(
        _ middleware: [any EndpointMiddleware],
        _ call: CallFacts,
        _ context: EndpointTransportContext,
        postpone: @escaping @Sendable (Duration) -> Void
    ) {
        self.middleware = middleware
        self.call = call
        self.context = context
        self.postpone = postpone
    }

    /// Sends a request that has passed all middleware; each subclass overrides this method.
    func send(_ request: URLRequest) async throws -> EndpointStreamedResponse {
        preconditionFailure("A subclass sends the request.")
    }

    /// Counts a visit of a middleware, and returns the number of its visits.
    final func enter(_ index: Int) -> Int {
        state.withLock { state in
            if index == state.entered {
                state.entered += 1
                return 1
            }
            let visits = state.visits(of: index)
            visits.count += 1
            return visits.count
        }
    }

    /// Accesses the note of a middleware, which is nil at first.
    final func withNote(of index: Int, _ body: (inout (any Sendable)?) -> Void) {
        state.withLock { body(&$0.visits(of: index).note) }
    }

    final var hasRedirected: Bool {
        get { state.withLock(\.hasRedirected) }
        set { state.withLock { $0.hasRedirected = newValue } }
    }
}
