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
            chunks.append(data)
            memory += data.count
            return
        }
        // Once there is something in the file, all that follows goes there, or the order would be lost.
        let spool = try file ?? SpoolFile()
        try spool.append(data)
        file = spool
    }

    /// Takes what has waited longest, or nil if nothing does.
    mutating func next() throws -> Data? {
        if !chunks.isEmpty {
            defer {
                chunks.removeAll(keepingCapacity: true)
                memory = 0
            }
            if chunks.count == 1 { return chunks[0] }
            // Joined by hand: `joined()` goes through the bytes one by one.
            var data = Data(capacity: memory)
            for chunk in chunks { data.append(chunk) }
            return data
        }
        guard let spool = file else { return nil }
        let data = try spool.read(upToCount: Self.chunkSize)
        if spool.isRead { file = nil }
        return data
    }
}
