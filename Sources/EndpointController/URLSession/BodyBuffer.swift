import Foundation

/// What has arrived of a body and has not been read: in memory up to a limit, the rest in a file.
///
/// `URLSession` cannot be made to wait for a slow reader everywhere, and the memory of a server is no place for what it
/// does not wait for.
struct BodyBuffer {
    private static let memoryLimit = 4 * 1_048_576
    private static let chunkSize = 262_144

    private var chunks: [Data] = []
    private var memory = 0
    private var file: SpoolFile?

    /// Keeps a chunk until it is read.
    mutating func append(_ data: Data) throws {
        if file == nil, memory + data.count <= Self.memoryLimit {
            memory += data.count
            // A chunk may be a byte, of which millions would take far more memory than they hold.
            if let last = chunks.indices.last, chunks[last].count + data.count <= Self.chunkSize {
                chunks[last].append(data)
            } else {
                chunks.append(data)
            }
            return
        }
        // Once there is something in the file, all that follows goes there, or the order would be lost.
        let spool = try file ?? SpoolFile()
        try spool.append(data)
        file = spool
    }

    /// Whether so many bytes wait: few enough to fit into memory.
    func holds(atLeast count: Int) -> Bool {
        file != nil || memory >= count
    }

    /// Takes what has waited longest, or nil if nothing does.
    mutating func next() throws -> Data? {
        if !chunks.isEmpty {
            let chunk = chunks.removeFirst()
            memory -= chunk.count
            return chunk
        }
        guard let spool = file else { return nil }
        let data = try spool.read(upToCount: Self.chunkSize)
        if spool.isRead { file = nil }
        return data
    }
}
