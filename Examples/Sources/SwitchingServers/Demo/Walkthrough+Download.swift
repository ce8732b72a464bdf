import Console
import EndpointStreaming
import Foundation

/// A file that is written while it arrives.
extension Walkthrough {
    func download(_ expected: Answers) async throws {
        // The download creates the folder.
        let folder = FileManager.default.temporaryDirectory.appending(path: "SwitchingServers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "sign-ins.csv")
        try await controller.download(UsersAPI.signIns, to: file, onProgress: ProgressBar().show)
        try WrongAnswer.unless(String(contentsOf: file, encoding: .utf8), is: expected.signIns)
    }
}
