import Foundation

/// A queue of bytes in one or two temporary files: bytes are appended to the last file, and read in order from the
/// first one.
///
/// The first file is removed once all of its bytes have been read and a second file has begun, so a reader that lags
/// behind all the time does not keep the whole body on disk.
final class SpoolFile {
    struct Segment {
        let file: TemporaryFile
        fileprivate var written: UInt64 = 0
        fileprivate var read: UInt64 = 0

        init() throws {
            file = try TemporaryFile()
            file.removeName()
        }
    }

    private let limit: UInt64
    private let segmentSize: UInt64
    private(set) var segments: [Segment]
    /// The number of unread bytes.
    private(set) var count: UInt64 = 0

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of unread bytes, which limits how far a slow reader can fall behind.
    ///   - segmentSize: The number of bytes after which a second file begins; by default 64 MiB.
    /// - Throws: A file system error.
    init(limit: UInt64, segmentSize: UInt64 = 67_108_864) throws {
        self.limit = limit
        self.segmentSize = segmentSize
        segments = [try Segment()]
    }

    func append(_ data: Data) throws {
        guard count + UInt64(data.count) <= limit else { throw POSIXError(.EFBIG) }
        if segments.count == 1, segments[0].written >= segmentSize { segments.append(try Segment()) }
        let last = segments.count - 1
        try segments[last].file.handle.seek(toOffset: segments[last].written)
        try segments[last].file.handle.write(contentsOf: data)
        segments[last].written += UInt64(data.count)
        count += UInt64(data.count)
    }

    func read(upToCount count: Int) throws -> Data {
        if segments.count > 1, segments[0].read == segments[0].written { segments.removeFirst() }
        try segments[0].file.handle.seek(toOffset: segments[0].read)
        let data = try segments[0].file.handle.read(upToCount: count) ?? Data()
        segments[0].read += UInt64(data.count)
        self.count -= UInt64(data.count)
        return data
    }
}
