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

    @Test("Refuses a second download in the process without the help of a file lock, even through a symbolic link")
    func claim() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        let destination = folder.appending(path: "export.zip")
        let other = link.appending(path: "export.zip")
        do {
            let first = try PartialFile(for: destination, resumes: true)
            // The file lock ends with its file: the next download would create another file.
            try FileManager.default.removeItem(at: folder.appending(path: ".export.zip.partial"))
            for url in [destination, other] {
                #expect(throws: EndpointDownloadError.destinationInUse(url)) {
                    _ = try PartialFile(for: url, resumes: true)
                }
            }
            first.giveUp()
        }
        try PartialFile(for: other, resumes: true).giveUp()
    }
}
#endif
