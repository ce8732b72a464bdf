import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of the refresh grant of OAuth over a cassette.
@Suite(.timeLimit(.minutes(2))) struct RefreshReplayTests {
    @Test("Replays the renewal of a token, without the tokens") func renewal() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        func renewed(over transport: any EndpointTransport) async throws -> AccessToken {
            let authority = EndpointController<OAuthError>(baseURL: baseURL, transport: transport)
            return try await authority.token(renewing: AccessToken("old", refreshToken: "r0123456789"), at: "token")
        }
        let stub = StubTransport()
        stub.on(.any, answer: .json(["access_token": "n0123456789", "token_type": "Bearer"]))
        let recording = RecordingTransport(stub, to: file)
        #expect(try await renewed(over: recording) == AccessToken("n0123456789", refreshToken: "r0123456789"))
        try recording.save()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("r0123456789") && !text.contains("n0123456789"), "\(text)")
        #expect(try await renewed(over: ReplayTransport(file)) == AccessToken("***", refreshToken: "r0123456789"))
    }
}
