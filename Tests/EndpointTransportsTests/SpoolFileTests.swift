import Foundation
import Testing

@testable import EndpointTransports

@Suite("The file for the bytes that a slow reader has not read yet")
struct SpoolFileTests {
    @Test("Returns the bytes in order, and removes what was read although the reader never catches up")
    func lag() throws {
        let spool = try SpoolFile(limit: 1_000_000, segmentSize: 1_000)
        var (written, read) = (Data(), Data())
        for number in 0..<500 {
            let piece = Data(repeating: UInt8(number % 251), count: 100)
            try spool.append(piece)
            written += piece
            if spool.count > 800 { read += try spool.read(upToCount: 100) }
            #expect(spool.segments.count <= 2, "after piece \(number)")
        }
        #expect(spool.count == 800)
        while spool.count > 0 { read += try spool.read(upToCount: 100) }
        #expect(read == written)
    }

    @Test("Refuses bytes beyond the limit of unread bytes")
    func limit() throws {
        let spool = try SpoolFile(limit: 10)
        try spool.append(Data(count: 6))
        #expect(throws: POSIXError.self) { try spool.append(Data(count: 5)) }
        #expect(spool.count == 6)
        _ = try spool.read(upToCount: 1)
        try spool.append(Data(count: 5))
        #expect(spool.count == 10)
    }

    @Test("Keeps bytes in order that are partly in memory and partly in the file, and that arrive between reads")
    func order() throws {
        var buffer = ChunkBuffer(memoryLimit: 2)
        for byte: UInt8 in 1...5 { try buffer.append(Data([byte])) }
        #expect(buffer.count == 5)
        var read = try buffer.next() ?? Data()
        for byte: UInt8 in 6...8 { try buffer.append(Data([byte])) }
        while let data = try buffer.next() { read += data }
        #expect(read == Data([1, 2, 3, 4, 5, 6, 7, 8]))
    }

    @Test("Creates a file that other users cannot read, and removes it with the object")
    func temporaryFile() throws {
        var file: TemporaryFile? = try TemporaryFile()
        let path = try #require(file).url.path
        try file?.handle.write(contentsOf: Data(count: 9))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600 && attributes[.size] as? Int == 9)
        file?.removeContent()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0)
        file = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("Leaves no file behind after a crash")
    func name() throws {
        let spool = try SpoolFile(limit: 10)
        try spool.append(Data(count: 6))
        #expect(!FileManager.default.fileExists(atPath: spool.segments[0].file.url.path))
    }
}
