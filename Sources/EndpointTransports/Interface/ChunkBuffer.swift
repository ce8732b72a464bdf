import Foundation

/// A buffer for the bytes of a body that have arrived but have not been read.
struct ChunkBuffer {
    private static let chunkSize = 65_536

    private var chunks: [Data] = []
    /// The number of bytes in the buffer.
    private(set) var count = 0

    /// Adds bytes at the end.
    mutating func append(_ data: Data) {
        if data.isEmpty { return }
        count += data.count
        // Join small chunks: millions of chunks of a single byte would take far more memory than their bytes.
        if let last = chunks.indices.last, chunks[last].count + data.count <= Self.chunkSize {
            chunks[last].append(data)
        } else {
            chunks.append(data)
        }
    }

    /// Removes the oldest bytes and returns them as a chunk, or returns nil if the buffer is empty.
    mutating func next() -> Data? {
        guard !chunks.isEmpty else { return nil }
        let chunk = chunks.removeFirst()
        count -= chunk.count
        return chunk
    }
}
