#if AsyncHTTPClient
import NIOCore

/// What has arrived of a body and has not been read.
///
/// When that is much, the server has to wait.
struct ChunkBuffer {
    private static let limit = 262_144
    private static let chunkSize = 65_536

    private var chunks: [ByteBuffer] = []
    /// How many bytes wait.
    private(set) var count = 0
    /// Kept when the server has to wait.
    private var goOn: EventLoopPromise<Void>?

    /// Keeps a chunk until it is read.
    ///
    /// - Returns: What the client is to wait for before it reads more; nil for nothing.
    mutating func append(_ chunk: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Void>? {
        // A chunk may be a byte, of which many would take long to be read.
        if let last = chunks.indices.last, chunks[last].readableBytes + chunk.readableBytes <= Self.chunkSize {
            chunks[last].writeImmutableBuffer(chunk)
        } else {
            chunks.append(chunk)
        }
        count += chunk.readableBytes
        if count > Self.limit { goOn = loop.makePromise() }
        return goOn?.futureResult
    }

    /// Takes the chunk that has waited longest; nil if there is none.
    ///
    /// - Returns: The chunk, and what is to be kept now, if anything is.
    mutating func next() -> (chunk: ByteBuffer, goOn: EventLoopPromise<Void>?)? {
        guard !chunks.isEmpty else { return nil }
        let chunk = chunks.removeFirst()
        count -= chunk.readableBytes
        return (chunk, chunks.isEmpty ? goOn.take() : nil)
    }

    /// Drops all that waits.
    ///
    /// - Returns: What is to be kept now, if anything is.
    mutating func removeAll() -> EventLoopPromise<Void>? {
        chunks = []
        count = 0
        return goOn.take()
    }
}
#endif
