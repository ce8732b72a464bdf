public import Foundation

/// The body of a response, as a sequence of chunks that can be read once.
///
/// Fetching ahead is bounded: a sender that is faster than the reader waits, or its bytes wait on disk. Fetching stops
/// when the last copy of the body is released.
public struct EndpointResponseBody: AsyncSequence, Sendable {
    /// A chunk of the body, with at least one byte.
    public typealias Element = Data

    private enum Source: Sendable {
        case channel(ChannelReader)
        case closure(@Sendable () async throws -> Data?)
    }

    private let source: Source

    /// Creates a body from a closure that delivers its chunks.
    ///
    /// A transport whose bytes arrive in callbacks uses an ``EndpointResponseChannel`` instead.
    ///
    /// - Parameter next: A closure that waits for the next chunk, of at least one byte, and returns nil at the end.
    ///   Calls do not overlap while a single task reads the body. The closure has to throw an
    ///   ``EndpointTransportError`` when it fails, and ``EndpointTransportError/cancelled`` at once when the waiting
    ///   task is cancelled. The closure is released with the last copy of the body.
    public init(next: @escaping @Sendable () async throws -> Data?) {
        source = .closure(next)
    }

    /// Creates a body that is read from a channel.
    init(_ reader: ChannelReader) {
        source = .channel(reader)
    }

    /// Creates a body from bytes.
    ///
    /// - Parameter data: The bytes, delivered as one chunk, or as none if they are empty.
    public init(_ data: Data) {
        let rest = Locked(data)
        self.init {
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
    /// - Throws: ``EndpointPayloadError/bodyTooLarge(limit:)`` as soon as more bytes arrive, or the error of the body.
    public func collected(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw EndpointPayloadError.bodyTooLarge(limit: limit) }
            data.append(chunk)
        }
        return data
    }

    /// The channel that the body is read from, if there is one.
    var channel: EndpointResponseChannel? {
        if case .channel(let reader) = source { reader.channel } else { nil }
    }

    /// Waits for the next chunk; nil at the end.
    ///
    /// Not inlined, because a copy in each loop over a body would add 37 KB to a program.
    @inline(never)
    package func nextChunk() async throws -> Data? {
        switch source {
        case .channel(let reader): try await reader.channel.nextChunk()
        case .closure(let next): try await next()
        }
    }

    /// Creates an iterator over the chunks that have not been read yet.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// An iterator over the chunks of a body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let body: EndpointResponseBody

        /// Waits for the next chunk.
        ///
        /// - Returns: The chunk, or nil at the end of the body.
        /// - Throws: ``EndpointError`` for a body from ``EndpointController``, and ``EndpointTransportError`` for a
        ///   body from a transport.
        public mutating func next() async throws -> Data? {
            try await body.nextChunk()
        }
    }
}
