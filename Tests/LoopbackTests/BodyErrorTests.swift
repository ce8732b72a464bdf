import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

/// Tests of a middleware that throws its own error while a body is read.
@Suite(.timeLimit(.minutes(1))) struct BodyErrorTests {
    private struct Spoiled: Error {}

    private struct Spoiling: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var response = try await next(request)
            response.body = EndpointResponseBody { throw Spoiled() }
            return response
        }
    }

    @Test func failsALoadAndADownloadWithTheSameError() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let api = Controller(baseURL: server.url(), middleware: [Spoiling()])
        try await withTemporaryFolder { folder in
            let load = await failure { () throws(LoadError) in _ = try await api.load(GetUser()) }
            let download = await failure { () throws(LoadError) in
                try await api.download(GetUser(), to: folder.appending(path: "user.json"))
            }
            for error in [load, download] {
                guard case .middlewareFailed(_, is Spoiled) = error else { throw try #require(error) }
            }
        }
    }
}
