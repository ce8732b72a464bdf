import AsyncHTTPClient
import EndpointAsyncHTTPClient
import EndpointCompliance
import EndpointController
import Foundation
import NIOCore
import Testing

/// Tests of responses that would crash a process that uses async-http-client, and of connections that close.
@Suite(.timeLimit(.minutes(1))) struct ResponseGuardTests {
    private func controller(_ server: ScriptedServer) -> Controller {
        Controller(baseURL: server.url(), transport: AsyncHTTPClientTransport.shared)
    }

    @Test(
        "Sends a request once, and throws serverNotResponding, for a status below 100 and for a 101",
        arguments: ["000", "001", "099", "101"])
    func invalidStatus(status: String) async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 \(status) Status\r\nContent-Length: 4\r\n\r\nfour")
            connection.waitForEnd()
        }
        defer { server.stop() }
        for method in [HTTPMethod.get, .post] {
            let error = await failure { () throws(LoadError) in
                _ = try await controller(server).load(RESTEndpoint(method, path: ""))
            }
            #expect(error?.kind == .serverNotResponding, "\(method)")
        }
        #expect(server.requests.map(\.method) == ["GET", "POST"])
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
                    let text = try? await controller.load(RESTEndpoint<String>(.post, path: "", body: body))
                    #expect(text == nil || text == "four")
                }
            }
        }
    }

    /// A handler that fails a write, and reports the end of the connection later, as if the server had closed it.
    private final class FailingWrite: ChannelOutboundHandler {
        typealias OutboundIn = IOData
        private let isLast: Bool

        init(isLast: Bool) {
            self.isLast = isLast
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            // The last write is empty.
            guard let promise, !isLast || unwrapOutboundIn(data).readableBytes == 0 else {
                return context.write(data, promise: promise)
            }
            promise.fail(IOError(errnoCode: EPIPE, reason: "write"))
            close(context: context, mode: .all, promise: nil)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            context.eventLoop.assumeIsolated().execute { context.close(mode: mode, promise: promise) }
        }
    }

    @Test("Sends a PUT once if a write fails on a new connection", arguments: [false, true])
    func failedWrite(isLast: Bool) async throws {
        let server = try ScriptedServer { _, connection in connection.waitForEnd() }
        defer { server.stop() }
        let connections = Counter()
        var configuration = HTTPClient.Configuration.forEndpoints
        configuration.http1_1ConnectionDebugInitializer = { channel in
            _ = connections.next()
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(FailingWrite(isLast: isLast), position: .first)
            }
        }
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let endpoint = RESTEndpoint<Void>(.put, path: "", body: .data(Data(count: isLast ? 100_000 : 3)))
        let error = await failure { () throws(LoadError) in
            try await Controller(baseURL: server.url(), transport: transport).load(endpoint)
        }
        #expect(error?.kind == .serverNotResponding)
        #expect(connections.value == 1)
    }

    @Test("Sends a POST on another connection if the first one breaks before it")
    func brokenConnection() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        let connections = Counter()
        var configuration = HTTPClient.Configuration.forEndpoints
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let broken = IOError(errnoCode: ECONNRESET, reason: "read")
            return connections.next() == 1
                ? channel.eventLoop.makeFailedFuture(broken) : channel.eventLoop.makeSucceededVoidFuture()
        }
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let endpoint = RESTEndpoint<String>(.post, path: "")
        #expect(try await Controller(baseURL: server.url(), transport: transport).load(endpoint) == "here")
        #expect(server.requests.count == 1)
    }

    @Test("Decompresses gzip by its other name", arguments: ["x-gzip", "X-GZIP"])
    func otherNameOfGzip(coding: String) async throws {
        let bytes: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 203, 47, 45, 2, 0, 125, 102, 193, 144, 4, 0, 0, 0]
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n")
            connection.send(bytes)
        }
        defer { server.stop() }
        #expect(try await controller(server).load(RESTEndpoint<Data>(path: "")) == Data("four".utf8))
    }

    @Test("Decompresses the whole of a gzip body while the connection stays open")
    func compressedBody() async throws {
        let bomb = try #require(Self.bomb)
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

    /// 1,000,000 zeros in gzip.
    static let bomb = Data(base64Encoded: base64, options: .ignoreUnknownCharacters)

    private static let base64 = """
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
