package import Dispatch
import Foundation

/// A channel that carries a response from the transport that receives it to the caller that reads it.
///
/// A transport creates a channel for each request, sends the response into it, and returns what ``response()`` returns:
///
/// ```swift
/// func send(
///     _ request: URLRequest,
///     context: EndpointTransportContext
/// ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
///     let channel = EndpointResponseChannel(context)
///     let exchange = connection.start(request) { event in
///         switch event {
///         case .head(let head): channel.send(head)
///         case .bytes(let bytes): channel.send(bytes)
///         case .end: channel.finish()
///         case .failure(let error): channel.finish(throwing: .notResponding(error))
///         }
///     }
///     channel.whenAbandoned { exchange.cancel() }
///     return try await channel.response()
/// }
/// ```
///
/// ## Back-pressure
///
/// Sending a chunk returns false when the number of waiting bytes exceeds the channel's limit. In that case, stop
/// reading until ``whenDrained(_:)`` calls back, or `await` ``drained()``. The channel keeps everything that you send.
///
/// ## Cancellation
///
/// The channel is abandoned when the waiting task is cancelled, when the time of the call is over, or when the caller
/// drops the body. The channel then throws an error to a waiting caller at once, drops the unread bytes, and, unless
/// the response has ended, calls the closure of ``whenAbandoned(_:)``.
///
/// `@unchecked Sendable`: the variables are accessed with `lock` held.
public final class EndpointResponseChannel: @unchecked Sendable {
    /// The progress of the response.
    enum State {
        /// Nothing has arrived.
        case waiting
        /// The head has arrived, but the body has not ended.
        case receiving(EndpointResponseHead)
        /// The response has ended; the head is nil if none arrived.
        case ended(EndpointResponseHead?, Result<Void, EndpointTransportError>)
        /// The caller has given up reading; the error is for later attempts to read.
        case abandoned(EndpointTransportError)
    }

    let lock = NSLock()
    let limit: Int
    let queue: DispatchQueue?
    var state = State.waiting
    var buffer: ChunkBuffer
    /// The number of unread bytes at which the reader is woken, until it has read its first chunk.
    var batchSize: Int
    /// The number of calls of `change`: if it has grown, a reader looks again instead of waiting.
    var changes = 0
    var waiters: [UnsafeContinuation<Void, Never>] = []
    /// Indicates whether a wake-up of the waiters is already scheduled on the queue.
    var isWakingSoon = false
    var onDrained: (@Sendable () -> Void)?
    var onAbandoned: (@Sendable () -> Void)?

    /// Creates a channel for a request.
    ///
    /// - Parameters:
    ///   - context: The context of the request; by default an empty one.
    ///   - limit: The number of bytes that may wait to be read before the sender has to pause; by default 262,144.
    public convenience init(_ context: EndpointTransportContext = EndpointTransportContext(), limit: Int = 262_144) {
        self.init(context, limit: limit, ChunkBuffer(), wakingOn: nil)
    }

    /// Creates a channel with a buffer, and with a queue on which its reader is woken.
    ///
    /// - Parameters:
    ///   - context: The context of the request.
    ///   - limit: The number of bytes that may wait to be read before the sender has to pause.
    ///   - buffer: The buffer in which the bytes wait.
    ///   - queue: The queue on which the reader is woken; nil to wake it on the sender's thread. Resuming a task may
    ///     wait for its cancellation handlers, which may be code of the program.
    package init(
        _ context: EndpointTransportContext,
        limit: Int,
        _ buffer: ChunkBuffer,
        wakingOn queue: DispatchQueue?
    ) {
        batchSize = context.batchSize
        self.limit = limit
        self.buffer = buffer
        self.queue = queue
    }

    func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Indicates whether the sender may continue.
    var isDrained: Bool {
        switch state {
        case .abandoned, .ended: true
        case .waiting, .receiving: buffer.count <= limit / 2
        }
    }

    /// Indicates whether enough has arrived to justify the thread switch that waking the reader costs.
    private var isWorthWaking: Bool {
        switch state {
        case .waiting: false
        case .receiving(let head): head.isRedirection || buffer.count >= batchSize || buffer.count > limit
        case .ended, .abandoned: true
        }
    }

    /// Changes the state, and wakes the reader if that is worth it.
    func change<Value>(wakingOn queue: DispatchQueue? = nil, _ body: () -> Value) -> Value {
        lock.lock()
        let value = body()
        changes += 1
        if waiters.isEmpty || !isWorthWaking {
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
        let woken = withLock {
            defer { (waiters, isWakingSoon) = ([], false) }
            return waiters
        }
        for waiter in woken { waiter.resume() }
    }
}
