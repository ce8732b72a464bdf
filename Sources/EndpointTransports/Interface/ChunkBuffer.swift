import Foundation

/// A buffer for the bytes of a body that have arrived but have not been read.
struct ChunkBuffer {
    private static let chunkSize = 65_536

    private let memoryLimit: Int
    private let makeOverflow: (@Sendable () throws -> any ChunkOverflow)?
    private var chunks: [Data] = []
    private var memory = 0
    private var overflow: (any ChunkOverflow)?

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - memoryLimit: The maximum number of bytes in memory if `overflow` is not nil; by default unlimited.
    ///   - overflow: A closure that creates a store for further bytes; by default nil, to hold all bytes in memory.
    init(memoryLimit: Int = .max, overflow: (@Sendable () throws -> any ChunkOverflow)? = nil) {
        self.memoryLimit = memoryLimit
        makeOverflow = overflow
    }

    /// The number of bytes in the buffer.
    var count: Int { Int(clamping: UInt(memory) + UInt(overflow?.count ?? 0)) }

    mutating func append(_ data: Data) throws {
        if data.isEmpty { return }
        if overflow == nil, memory + data.count > memoryLimit { overflow = try makeOverflow?() }
        // While the store holds bytes, new bytes go there too, to keep the order.
        if let overflow { return try overflow.append(data) }
        memory += data.count
        // Join small chunks: millions of chunks of a single byte would take far more memory than their bytes.
        if let last = chunks.indices.last, chunks[last].count + data.count <= Self.chunkSize {
            chunks[last].append(data)
        } else {
            chunks.append(data)
        }
    }

    /// Removes the oldest bytes and returns them as a chunk, or returns nil if the buffer is empty.
    mutating func next() throws -> Data? {
        if !chunks.isEmpty {
            let chunk = chunks.removeFirst()
            memory -= chunk.count
            return chunk
        }
        guard let store = overflow else { return nil }
        let data = try store.read(upToCount: Self.chunkSize)
        if store.count == 0 || data.isEmpty { overflow = nil }
        return data.isEmpty ? nil : data
    }

    /// Empties the buffer and returns a copy that holds the former content.
    mutating func removeAll() -> ChunkBuffer {
        defer { (chunks, memory, overflow) = ([], 0, nil) }
        return self
    }
}

/// A first-in, first-out queue for the bytes beyond the memory limit of a `ChunkBuffer`.
protocol ChunkOverflow: AnyObject {
    /// The number of bytes in the queue.
    var count: Int { get }

    /// Adds bytes at the end.
    func append(_ data: Data) throws

    /// Removes at most `count` bytes from the start and returns them.
    func read(upToCount count: Int) throws -> Data
}
