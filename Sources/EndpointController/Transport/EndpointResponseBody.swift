public import Foundation

/// The body of a response, as a sequence of chunks that can be read once.
///
/// Nothing is fetched ahead without bound: a sender that is faster than the reader waits, or what it sends waits on
/// disk. A body that nothing holds any more is not fetched further.
public struct EndpointResponseBody: AsyncSequence, Sendable {
    /// A chunk of the body, of any size but zero.
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
    /// - Parameter next: Waits for the next chunk; nil at the end. It is called again only when it has returned. It
    ///   throws an ``EndpointTransportError``, and ``EndpointTransportError/cancelled`` at once when the waiting task is
    ///   cancelled. When the last copy of the body goes, so does this closure, and what it holds.
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
    /// - Throws: ``EndpointPayloadError/bodyTooLarge(limit:)`` as soon as there are more bytes, or the error of the body.
    public func collected(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw EndpointPayloadError.bodyTooLarge(limit: limit) }
            data.append(chunk)
        }
        return data
    }

    /// The channel that it is read from, if it is.
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
        /// - Throws: ``EndpointError`` for a body from ``EndpointController``, ``EndpointTransportError`` for one from
        ///   a transport.
        public mutating func next() async throws -> Data? {
            try await body.nextChunk()
        }
    }
}
