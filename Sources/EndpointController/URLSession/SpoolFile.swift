import Foundation

/// A temporary file that is written at its end and read from its start.
///
/// It has no name, so it never stays behind.
final class SpoolFile: ChunkOverflow {
    private let handle: FileHandle
    private var written: UInt64 = 0
    private var read: UInt64 = 0

    var count: Int { Int(clamping: written - read) }

    init() throws {
        handle = try TemporaryFile().handle
    }

    func append(_ data: Data) throws {
        try handle.seek(toOffset: written)
        try handle.write(contentsOf: data)
        written += UInt64(data.count)
    }

    func read(upToCount count: Int) throws -> Data {
        try handle.seek(toOffset: read)
        let data = try handle.read(upToCount: count) ?? Data()
        read += UInt64(data.count)
        return data
    }
}
