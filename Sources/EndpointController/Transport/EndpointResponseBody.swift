public import Foundation

/// The body of a response, as a sequence of chunks that can be read once.
///
/// Fetching ahead is bounded: a sender that is faster than the reader waits, or its bytes wait on disk. Fetching stops
/// when nothing holds the body any more.
public struct EndpointResponseBody: AsyncSequence, Sendable {
    /// A chunk of the body, which is never empty.
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
    /// - Parameter next: Waits for the next chunk; nil at the end. It is called again only after it has returned. It
    ///   throws an ``EndpointTransportError``, and ``EndpointTransportError/cancelled`` at once when the waiting task
    ///   is cancelled. The closure is released with the last copy of the body.
    public init(next: @escaping @Sendable () async throws -> Data?) {
        source = .closure(next)
    }

    /// Creates a body that is read from a channel.
    init(_ reader: ChannelReader) {
        source = .channel(reader)
    }

    /// Creates a body from bytes.
    ///
    /// - Parameter data: The bytes, delivered as one chunk.
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
    /// - Throws: ``EndpointPayloadError/bodyTooLarge(limit:)`` as soon as there are more, or the error of the body.
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
    package func nextChunk() async throws -> Data? {
        switch source {
        case .channel(let reader): try await reader.channel.nextChunk()
        case .closure(let next): try await next()
        }
    }

    /// Begins to read the chunks, from where an earlier iterator left off.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// Delivers the chunks of a body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let body: EndpointResponseBody

        /// Waits for the next chunk.
        ///
        /// - Returns: The chunk, or nil at the end of the body.
        /// - Throws: ``EndpointError`` for a body from ``EndpointController``, ``EndpointTransportError`` for a body
        ///   from a transport.
        public mutating func next() async throws -> Data? {
            try await body.nextChunk()
        }
    }
}
