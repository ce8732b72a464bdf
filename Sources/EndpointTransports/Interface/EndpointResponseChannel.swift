import Dispatch
import Foundation

/// A channel that carries a response from a transport to the caller.
///
/// For each request, a transport creates a channel, sends the response into it, and returns the result of
/// ``response()``:
///
/// ```swift
/// func send(
///     _ request: URLRequest,
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
/// reading from the connection until ``whenDrained(_:)`` calls its closure. The channel keeps the bytes beyond the limit
/// too.
///
/// ## Cancellation
///
/// The channel is abandoned when the task that waits for the response is cancelled, when the call times out, or when
/// the last copy of the body is released. The channel then drops the unread bytes and throws an error to a waiting
/// caller at once. If the response has not ended, the channel also calls the closure of ``whenAbandoned(_:)``.
///
/// `@unchecked Sendable`: the variables are accessed with `lock` held.
public final class EndpointResponseChannel: @unchecked Sendable {
    enum State {
        /// The head has not arrived.
        case waiting
        /// The head has arrived, but the response has not ended.
        case receiving(EndpointResponseHead)
        /// The response has ended; the head is nil if none arrived, and the error is nil if the response is whole.
        case ended(EndpointResponseHead?, EndpointTransportError?)
        /// The channel is abandoned; each attempt to read throws the error.
        case abandoned(EndpointTransportError)
    }

    let lock = NSLock()
    let limit: Int
    let queue: DispatchQueue?
    var state = State.waiting
    var buffer: ChunkBuffer
    /// The number of unread bytes at which a waiting reader is woken.
    var batchSize = 0
    /// The number of calls to `change`: if the number has grown, a reader looks again instead of waiting.
    var changes = 0
    var waiters: [UnsafeContinuation<Void, Never>] = []
    /// A Boolean value that indicates whether a wake-up of the waiters is already scheduled on the queue.
    var isWakingSoon = false
    var onDrained: [@Sendable () -> Void] = []
    var onAbandoned: (@Sendable () -> Void)?

    /// Creates a channel for a request.
    ///
    /// - Parameter limit: The number of unread bytes above which the sender has to pause; by default 262,144.
    public convenience init(limit: Int = 262_144) {
        self.init(limit: limit, ChunkBuffer(), wakingOn: nil)
    }

    /// Creates a channel with a buffer, and with a queue on which the sender wakes the reader.
    ///
    /// - Parameters:
    ///   - limit: The number of unread bytes above which the sender has to pause.
    ///   - buffer: The buffer for the unread bytes.
    ///   - queue: The queue on which the sender wakes the reader; nil for the sender's thread. Waking may block:
    ///     resuming a task can mean waiting for its cancellation handlers, which may run the app's code.
    init(limit: Int, _ buffer: ChunkBuffer, wakingOn queue: DispatchQueue?) {
        self.limit = limit
        self.buffer = buffer
        self.queue = queue
    }

    /// A Boolean value that indicates whether a sender that has paused may continue.
    var isDrained: Bool {
        switch state {
        case .abandoned, .ended: true
        case .waiting, .receiving: buffer.count <= limit / 2
        }
    }

    /// Removes and returns the closures that wait until the channel is drained.
    func takeOnDrained() -> [@Sendable () -> Void] {
        defer { onDrained = [] }
        return onDrained
    }

    /// A Boolean value that indicates whether the reader has as much to read as it waits for.
    var isReadable: Bool {
        switch state {
        case .waiting: false
        case .receiving: buffer.count >= batchSize || buffer.count > limit
        case .ended, .abandoned: true
        }
    }

    /// Changes the state with the lock held, then wakes the reader if `isReadable` is true.
    func change<Value>(wakingOn queue: DispatchQueue? = nil, _ body: () -> Value) -> Value {
        lock.lock()
        let value = body()
        changes += 1
        if waiters.isEmpty || !isReadable {
            lock.unlock()
        } else if let queue {
            let isFirst = !isWakingSoon
            isWakingSoon = true
            lock.unlock()
            // The waiters stay listed until the queue wakes them, so that a cancellation can wake them sooner.
            if isFirst { queue.async { self.wakeAll() } }
        } else {
            lock.unlock()
            wakeAll()
        }
        return value
    }

    private func wakeAll() {
        let woken = lock.withLock {
            defer { (waiters, isWakingSoon) = ([], false) }
            return waiters
        }
        for waiter in woken { waiter.resume() }
    }
}
