import EndpointSupport
public import Foundation

/// The body of a response, as an asynchronous sequence that delivers each chunk only once.
///
/// If the reader is slow, a transport stops fetching. ``URLSessionTransport`` does so only on Apple platforms, and
/// otherwise keeps all unread bytes in memory. If the last copy of the body is released before the whole body has
/// arrived, the request is cancelled; with `URLSession` on Linux, the cancellation is delayed by a second.
public struct EndpointResponseBody: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let source: @Sendable (_ count: Int) async throws -> Data?

    /// Creates a body from a closure that delivers the chunks.
    ///
    /// If the bytes arrive in callbacks, use an ``EndpointResponseChannel`` instead.
    ///
    /// - Parameter next: A closure that waits for the next chunk and returns it, or returns nil at the end; empty
    ///   chunks are skipped. Calls to the closure do not overlap if a single task reads the body and stops after an
    ///   error. In a transport, each error has to be an ``EndpointTransportError``; when the waiting task is cancelled,
    ///   the closure has to throw ``EndpointTransportError/cancelled`` at once. The closure is released with the last
    ///   copy of the body.
    public init(next: @escaping @Sendable () async throws -> Data?) {
        source = { _ in
            while true {
                let chunk = try await next()
                guard chunk?.isEmpty == true else { return chunk }
                // A closure that returns empty chunks forever must neither outlive its call nor keep a thread.
                if Task.isCancelled { throw EndpointTransportError.cancelled }
                await Task.yield()
            }
        }
    }

    init(source: @escaping @Sendable (_ count: Int) async throws -> Data?) {
        self.source = source
    }

    init(_ reader: ChannelReader) {
        source = { try await reader.channel.nextChunk(atLeast: $0) }
    }

    /// Creates a body from bytes.
    ///
    /// - Parameter data: The bytes, delivered as one chunk. If `data` is empty, the body has no chunks.
    public init(_ data: Data) {
        // Without a rest to wait for, a load takes 2 percent fewer instructions.
        let rest = Locked(data)
        self.init {
            rest.withLock { data in
                defer { data = Data() }
                return data.isEmpty ? nil : data
            }
        }
    }

    /// Creates a body from bytes that were already read, and a closure that delivers the rest.
    ///
    /// Middleware that looks at the start of a body puts it back like this:
    ///
    /// ```swift
    /// let start = try await response.body.nextChunk() ?? Data()
    /// response.body = EndpointResponseBody(start) { [body = response.body] in try await body.nextChunk() }
    /// ```
    ///
    /// - Parameters:
    ///   - start: The bytes, delivered as one chunk.
    ///   - rest: A closure that delivers the chunks after it, as in ``init(next:)``.
    public init(_ start: Data, then rest: @escaping @Sendable () async throws -> Data?) {
        let unread = Locked(start)
        self.init {
            let start = unread.withLock { data in
                defer { data = Data() }
                return data
            }
            return start.isEmpty ? try await rest() : start
        }
    }

    /// Waits for the next chunk and returns it.
    ///
    /// - Parameter count: The number of bytes to wait for, if the body can wait: fewer, larger chunks cost less. By
    ///   default, a chunk is returned as soon as it arrives.
    /// - Returns: The chunk, which may be smaller or larger than `count`, or nil at the end of the body.
    /// - Throws: As ``next()``.
    public func nextChunk(atLeast count: Int = 0) async throws -> Data? {
        try await source(count)
    }

    /// Waits for the next chunk, but not longer than a time limit, and returns it, or returns nil at the end.
    ///
    /// - Parameters:
    ///   - timeout: The time limit; nil for none.
    ///   - onBegin: A closure that receives the deadline, which it may postpone.
    /// - Returns: The chunk.
    /// - Throws: Also ``EndpointTransportError/timedOut`` if the time is over.
    package func nextChunk(
        within timeout: Duration?,
        onBegin: @escaping @Sendable (Deadline) -> Void
    ) async throws -> Data? {
        guard let timeout else { return try await source(0) }
        return try await Deadline.run(timeout) { deadline in
            onBegin(deadline)
            return try await Deadline.$ofChunk.withValue(deadline) { try await source(0) }
        }
    }

    /// Returns a copy of the sequence, which is its own iterator.
    public func makeAsyncIterator() -> Self {
        self
    }

    /// Waits for the next chunk and returns it.
    ///
    /// - Returns: The chunk, or nil at the end of the body.
    /// - Throws: `EndpointError` for a body from `EndpointController`, and ``EndpointTransportError`` for a body from
    ///   a transport.
    public mutating func next() async throws -> Data? {
        try await source(0)
    }
}

/// The reader of a channel; releasing the reader abandons the channel.
final class ChannelReader: Sendable {
    let channel: EndpointResponseChannel

    init(_ channel: EndpointResponseChannel) {
        self.channel = channel
    }

    deinit {
        channel.abandon()
    }
}
