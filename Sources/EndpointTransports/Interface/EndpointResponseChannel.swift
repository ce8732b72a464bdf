import Dispatch
import EndpointSupport
public import Foundation

/// A channel that carries a response from a transport to the caller.
///
/// For each request, a transport creates a channel, sends the response into it, and returns the result of
/// ``response()``:
///
/// ```swift
/// func send(
///     _ request: OutgoingRequest,
///     context: EndpointTransportContext
/// ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
///     let channel = EndpointResponseChannel()
///     let exchange = connection.start(request) { event in
///         switch event {
///         case .head(let head): channel.send(head)
///         case .bytes(let bytes): channel.send(bytes)
///         case .end: channel.finish()
///         case .failure(let error, let hasHead):
///             channel.finish(throwing: hasHead ? .truncated(error) : .notResponding(error))
///         }
///     }
///     channel.whenAbandoned { exchange.cancel() }
///     return try await channel.response()
/// }
/// ```
///
/// ## Back-pressure
///
/// Sending a chunk returns `false` when the number of unread bytes exceeds the channel's limit. In that case, stop
/// reading from the connection until ``whenDrained(_:)`` calls its closure. The channel keeps the bytes beyond the
/// limit too.
///
/// ## Cancellation
///
/// The channel is abandoned when the task that waits for the response is cancelled, when the call times out, or when
/// the last copy of the body is released. The channel then drops the unread bytes and throws an error to a waiting
/// caller at once. If the response has not ended, the channel also calls the closure of ``whenAbandoned(_:)``.
public final class EndpointResponseChannel: Sendable {
    let state: Locked<State>
    private let queue: DispatchQueue?

    /// Creates a channel for a request.
    ///
    /// - Parameter limit: The number of unread bytes above which the sender has to pause; by default 262,144.
    public convenience init(limit: Int = 262_144) {
        self.init(limit: limit, wakingOn: nil)
    }

    /// Creates a channel with a queue on which the sender wakes the reader.
    ///
    /// - Parameters:
    ///   - limit: The number of unread bytes above which the sender has to pause.
    ///   - queue: The queue on which the sender wakes the reader; nil for the sender's thread. Waking may block:
    ///     resuming a task can mean waiting for its cancellation handlers, which may run the app's code.
    init(limit: Int, wakingOn queue: DispatchQueue?) {
        state = Locked(State(limit: limit))
        self.queue = queue
    }

    /// Sends the head of the response to the caller.
    ///
    /// The head is dropped if a head was already sent, the response has ended, or the channel is abandoned.
    ///
    /// - Parameter head: The head, with a status code of 200 or above.
    public func send(_ head: EndpointResponseHead) {
        change(wakingOn: queue) { state in if case .waiting = state.stage { state.stage = .receiving(head) } }
    }

    /// Sends the next bytes of the body to the caller.
    ///
    /// - Parameter chunk: Any number of bytes. They are dropped if no head was sent, the response has ended, or the
    ///   channel is abandoned.
    /// - Returns: `true` to continue; `false` if the unread bytes exceed the limit: see ``whenDrained(_:)``.
    @discardableResult
    public func send(_ chunk: Data) -> Bool {
        change(wakingOn: queue) { state in
            guard case .receiving = state.stage else { return true }
            state.buffer.append(chunk)
            return state.buffer.count <= state.limit
        }
    }

    /// Ends the response, unless it has already ended or the channel is abandoned.
    ///
    /// - Parameter error: The error, which is thrown after the caller has read everything that was sent before. The
    ///   default is nil, for a response that has arrived whole; if no head was sent, ``response()`` throws
    ///   ``EndpointTransportError/notResponding(_:)``.
    public func finish(throwing error: EndpointTransportError? = nil) {
        let (onAbandoned, onDrained) = change(wakingOn: queue) { state in
            switch state.stage {
            case .waiting: state.stage = .ended(nil, error)
            case .receiving(let head): state.stage = .ended(head, error)
            case .ended, .abandoned: break
            }
            return (state.takeOnAbandoned(), state.takeOnDrained())
        }
        for closure in onDrained { closure() }
        // Release the closure after unlocking, because releasing the values that it captures may run other code.
        withExtendedLifetime(onAbandoned) {}
    }

    /// Calls a closure once, as soon as the unread bytes are at most half of the limit, the response has ended, or the
    /// channel is abandoned.
    ///
    /// - Parameter body: A closure that returns at once.
    public func whenDrained(_ body: @escaping @Sendable () -> Void) {
        if !state.withLock({ $0.keep(onDrained: body) }) { body() }
    }

    /// Calls a closure once if the channel is abandoned before the response has ended.
    ///
    /// - Parameter body: A closure that returns at once. It replaces an earlier closure that has not been called.
    public func whenAbandoned(_ body: @escaping @Sendable () -> Void) {
        if !state.withLock({ $0.keep(onAbandoned: body) }) { body() }
    }

    /// A Boolean value that indicates whether the channel is abandoned, so that it drops everything that is sent.
    var isAbandoned: Bool {
        state.withLock { if case .abandoned = $0.stage { true } else { false } }
    }

    /// Changes the state, then wakes the reader if it has as much to read as it waits for.
    ///
    /// The reader stays listed until the queue wakes it, so that a cancellation can wake it sooner.
    func change<Value>(wakingOn queue: DispatchQueue?, _ body: (inout State) -> Value) -> Value {
        let (value, canWake) = state.withLock { state in
            let value = body(&state)
            let canWake = state.isReadable && !state.readers.isEmpty && !(state.isWakingSoon && queue != nil)
            if canWake { state.isWakingSoon = queue != nil }
            return (value, canWake)
        }
        guard canWake else { return value }
        if let queue { queue.async { self.wake() } } else { wake() }
        return value
    }

    private func wake() {
        let readers = state.withLock { state in
            defer { (state.readers, state.isWakingSoon) = ([], false) }
            return state.readers
        }
        for reader in readers { reader.resume() }
    }
}
