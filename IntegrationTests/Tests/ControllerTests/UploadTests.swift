import EndpointController
import EndpointTesting
import Foundation
import Testing

/// What is said of a body that cannot be sent; that any other arrives is among what every transport is checked for.
@Suite struct UploadTests {
    @Test func aFileThatIsGoneIsNamed() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let file = URL(fileURLWithPath: "/nowhere/photo.jpg")
        let error = await failure { () throws(LoadError) in
            _ = try await controller.upload(API.send(.file(file)), parser: PayloadParser<User>.json) { _ in }
        }
        guard case .invalidRequest(EndpointRequestError.unreadableFile(file, _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
