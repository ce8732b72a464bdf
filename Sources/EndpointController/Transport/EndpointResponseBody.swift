public import Foundation

/// The body of a response, as a sequence of chunks that can be gone through once.
///
/// Nothing is fetched ahead without bound: a sender that is faster than the reader waits, or what it sends waits on
/// disk. A body that nobody holds any more is not fetched further.
public struct EndpointResponseBody: AsyncSequence, Sendable {
    /// A chunk of the body, of any size but zero.
    public typealias Element = Data

    package let nextChunk: @Sendable () async throws -> Data?
    /// The same, for at most so long; nil if whoever waits has to see to that.
    let nextChunkWithin: (@Sendable (Duration?) async throws -> Data?)?

    /// Creates a body from what delivers its chunks.
    ///
    /// - Parameter next: Waits for the next chunk; nil at the end. It is called again only when it has returned. It
    ///   throws an ``EndpointTransportError``, and ``EndpointTransportError/cancelled`` at once when the task that
    ///   waits is cancelled. When the last copy of the body goes, so does this closure, and what it holds.
    public init(next: @escaping @Sendable () async throws -> Data?) {
        nextChunk = next
        nextChunkWithin = nil
    }

    /// Creates a body from what delivers its chunks and can be told how long to wait for each.
    ///
    /// - Parameter next: Waits for the next chunk, as long as it is told at most: then it throws
    ///   ``EndpointTransportError/timedOut``. To leave a task behind in its stead would cost more than most chunks do.
    package init(nextWithin next: @escaping @Sendable (Duration?) async throws -> Data?) {
        nextChunk = { try await next(nil) }
        nextChunkWithin = next
    }

    /// Creates a body from bytes.
    ///
    /// - Parameter data: The bytes, delivered as one chunk.
    public init(_ data: Data) {
        let rest = Locked(data)
        self.init { _ in
            rest.withLock { data in
                defer { data = Data() }
                return data.isEmpty ? nil : data
            }
        }
    }

    /// Reads the body to its end, into memory.
    ///
    /// - Parameter limit: The largest number of bytes to accept.
    /// - Returns: The bytes.
    /// - Throws: ``EndpointPayloadError/bodyTooLarge(limit:)`` as soon as there are more bytes, or the error of the body.
    public func collected(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw EndpointPayloadError.bodyTooLarge(limit: limit) }
            data.append(chunk)
        }
        return data
    }

    /// Begins to go through the chunks, from where an earlier iterator left off.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(nextChunk: nextChunk)
    }

    /// Delivers the chunks of a body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let nextChunk: @Sendable () async throws -> Data?

        /// Waits for the next chunk.
        ///
        /// - Returns: The chunk, or nil at the end of the body.
        /// - Throws: ``EndpointError`` for a body from ``EndpointController``, ``EndpointTransportError`` for one from
        ///   a transport.
        public mutating func next() async throws -> Data? {
            try await nextChunk()
        }
    }
}
