#if !os(Windows)
import Foundation
import Testing

@testable import EndpointController

@Suite("PartialFile")
struct PartialFileTests {
    /// Another download can remove the folder at that moment: it has failed, and had created the folder.
    @Test("Creates the folder again if it is removed before the file is opened")
    func removedFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let handle = try PartialFile.openLocked(
            folder.appending(path: "a/.export.zip.partial"), for: folder.appending(path: "a/export.zip"))
        PartialFile.close(handle)
        try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path + "/a") == [".export.zip.partial"])
    }
}
#endif
