import EndpointAsyncHTTPClient
import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests of responses that would crash a process that uses async-http-client.
@Suite struct ResponseGuardTests {
    private func controller(_ server: ScriptedServer) -> Controller {
        Controller(baseURL: server.url(), transport: AsyncHTTPClientTransport.shared)
    }

    @Test("Throws serverNotResponding for a status below 100", arguments: ["000", "001", "099"])
    func statusBelow100(status: String) async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 \(status) Status\r\nContent-Length: 4\r\n\r\nfour")
            connection.waitForEnd()
        }
        defer { server.stop() }
        for method in [HTTPMethod.get, .post] {
            let error = await failure { () throws(LoadError) in
                _ = try await controller(server).load(RESTEndpoint(method, pathComponents: []), as: Data.self)
            }
            guard case .serverNotResponding = error else {
                Issue.record("\(error as Any)")
                continue
            }
        }
    }

    @Test("Drops a response that no request asked for")
    func unaskedResponses() async throws {
        let server = try ScriptedServer { request, connection in
            let response = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
            connection.send(response + (request.method == "GET" ? "safe" : "four") + response + "evil")
        }
        defer { server.stop() }
        let controller = controller(server)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let body = HTTPBody.data(Data(count: 300_000))
                    let endpoint = RESTEndpoint(.post, pathComponents: [], body: body)
                    let text = try? await controller.load(endpoint, as: String.self)
                    #expect(text == nil || text == "four")
                }
            }
        }
    }

    @Test("Decompresses the whole of a gzip body while the connection stays open", .timeLimit(.minutes(1)))
    func compressedBody() async throws {
        let bomb = try #require(Data(base64Encoded: Self.bomb, options: .ignoreUnknownCharacters))
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
            connection.send([UInt8](bomb))
            connection.waitForEnd()
        }
        defer { server.stop() }
        let response = try await AsyncHTTPClientTransport.shared.send(URLRequest(url: server.url()))
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        #expect(count == 1_000_000)
    }

    /// 1,000,000 zeros.
    private static let bomb = """
        H4sIAAAAAAACA+3BAQEAAACCIP+vbkhAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAArwaey3kSQEIPAA==
        """
}
