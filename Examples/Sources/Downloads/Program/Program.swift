import Console
import Foundation
import Loopback

/// Downloads a file over a connection that breaks off, resumes the download, and uploads another file.
@main
enum Program {
    static func main() async {
        await Example.run("Downloads") {
            let folder = FileManager.default.temporaryDirectory.appending(path: "Downloads-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = FileStore(["mars.log": Sample.log(of: "mars")], breaks: 1)
            try await LoopbackServer(FilesHandler(store: store)).run { port in
                try await Tour(server: FilesServer(port: port), folder: folder, store: store).run()
            }
        }
    }
}
