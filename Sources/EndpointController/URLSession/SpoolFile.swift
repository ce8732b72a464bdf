import Foundation

/// A temporary file that is used as a queue: bytes are appended at its end, and read in order from its start.
final class SpoolFile: ChunkOverflow {
    /// The maximum number of unread bytes, which limits how far a slow reader can fall behind.
    private static let limit: UInt64 = 4_294_967_296

    private let file: TemporaryFile
    private var written: UInt64 = 0
    private var read: UInt64 = 0

    var count: Int { Int(clamping: written - read) }

    init() throws {
        file = try TemporaryFile()
        file.removeName()
    }

    func append(_ data: Data) throws {
        guard written - read + UInt64(data.count) <= Self.limit else { throw POSIXError(.EFBIG) }
        try file.handle.seek(toOffset: written)
        try file.handle.write(contentsOf: data)
        written += UInt64(data.count)
    }

    func read(upToCount count: Int) throws -> Data {
        try file.handle.seek(toOffset: read)
        let data = try file.handle.read(upToCount: count) ?? Data()
        read += UInt64(data.count)
        return data
    }
}
