import Foundation

/// A buffer for the bytes of a body that have arrived but have not been read.
struct ChunkBuffer {
    private static let chunkSize = 65_536

    private let memoryLimit: Int
    private let spoolLimit: UInt64
    private var chunks: [Data] = []
    private var memory = 0
    private(set) var spool: SpoolFile?

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - memoryLimit: The maximum number of bytes in memory, beyond which bytes go to a file; by default unlimited.
    ///   - spoolLimit: The maximum number of bytes in the file; by default 4 GiB.
    init(memoryLimit: Int = .max, spoolLimit: UInt64 = 4_294_967_296) {
        self.memoryLimit = memoryLimit
        self.spoolLimit = spoolLimit
    }

    /// The number of bytes in the buffer.
    var count: Int { Int(clamping: UInt64(memory) + (spool?.count ?? 0)) }

    /// Adds bytes at the end.
    ///
    /// - Throws: A file system error.
    mutating func append(_ data: Data) throws {
        if data.isEmpty { return }
        if spool == nil, memory + data.count > memoryLimit { spool = try SpoolFile(limit: spoolLimit) }
        // While the file holds bytes, new bytes go there too, to keep the order.
        if let spool { return try spool.append(data) }
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
        guard let file = spool else { return nil }
        let data = try file.read(upToCount: Self.chunkSize)
        if file.count == 0 || data.isEmpty { spool = nil }
        return data.isEmpty ? nil : data
    }
}
