import EndpointSupport
import EndpointTransports
import Foundation
import Testing

@testable import EndpointCompliance

@Suite(.timeLimit(.minutes(1))) struct ScriptedServerTests {
    @Test func recordsRequestsAndRespondsByItsScript() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(
                "201 Created", ["X-Method: \(request.method)"], body: String(decoding: request.body, as: UTF8.self))
        }
        defer { server.stop() }
        var request = URLRequest(url: server.url("v1/notes"))
        request.httpMethod = "POST"
        request.httpBody = Data("héllo".utf8)
        request.setValue("7", forHTTPHeaderField: "X-Trace")
        let response = try await SystemTransport.shared.send(request)
        #expect(response.statusCode == 201)
        #expect(response.headerField("X-Method") == "POST")
        var body = Data()
        for try await chunk in response.body { body += chunk }
        #expect(body == Data("héllo".utf8))
        #expect(server.requests.map(\.target) == ["/v1/notes"])
        #expect(server.requests.first?.field("x-trace") == "7")
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: ["chunked", "Chunked"])
    func joinsTheChunksOfABody(coding: String) throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(body: String(decoding: request.body, as: UTF8.self))
        }
        defer { server.stop() }
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: \(coding)\r\n\r\n"
        // With chunk extensions, trailers and a second request on the same connection.
        let body = "5;a=b\r\nhello\r\n6 ; c\r\n world\r\n0;d\r\nX-Trailer: 1\r\n\r\n"
        _ = try RawClient.send(head + body + head + "A\r\n0123456789\r\n0\r\n\r\n", to: server.port)
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["hello world", "0123456789"])
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [
        "Content-Length: -1\r\n\r\nx", "Content-Length: +1\r\n\r\nx", "Content-Length: one\r\n\r\nx",
        "Content-Length: 99999999999999999999\r\n\r\nx", "Content-Length: 2\r\n\r\nx",
        "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n;5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
    ])
    func dropsARequestWithAnInvalidBodyLength(rest: String) throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        #expect(try RawClient.send("POST / HTTP/1.1\r\n" + rest, to: server.port) == "")
        #expect(server.requests.isEmpty)
        // The server still answers other clients.
        #expect(try RawClient.send(get, to: server.port).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func countsTheRequestsOfAConnection() throws {
        let server = try ScriptedServer { _, connection in connection.send("\(connection.requestCount)") }
        defer { server.stop() }
        #expect(try RawClient.send(get + get + get, to: server.port) == "123")
        #expect(try RawClient.send(get, to: server.port) == "1")
        #expect(server.connectionCount == 2)
    }

    @Test func respondsWithoutRecordingRequests() throws {
        let server = try ScriptedServer(isRecording: false) { _, connection in connection.send("here") }
        defer { server.stop() }
        #expect(try RawClient.send(get, to: server.port) == "here")
        #expect(server.requests.isEmpty)
    }

    @Test func countsTheBytesOfABodyThatItDoesNotRead() throws {
        let server = try ScriptedServer(readingBodies: false) { request, connection in
            connection.send("\(request.body.count) \(connection.countToEnd())")
        }
        defer { server.stop() }
        let body = String(repeating: "x", count: 100_000)
        let head = "POST / HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n"
        #expect(try RawClient.send(head + body, to: server.port) == "0 100000")
    }

    @Test func resetsAConnection() throws {
        let server = try ScriptedServer { _, connection in connection.reset() }
        defer { server.stop() }
        let error = #expect(throws: POSIXError.self) { try RawClient.send(get, to: server.port) }
        #expect(error?.code == .ECONNRESET)
    }

    @Test func findsAFieldWithoutAValue() throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        _ = try RawClient.send("GET / HTTP/1.1\r\nX-Note:\r\n\r\n", to: server.port)
        #expect(server.requests.first?.field("x-note") == "")
    }

    @Test func recordsATLSHandshakeOnce() throws {
        let server = try ScriptedServer { _, _ in }
        defer { server.stop() }
        _ = try? RawClient.send("\u{16}\u{3}\u{1}", to: server.port)
        #expect(server.requests.map { $0.head } == ["TLS"])
    }

    @Test func waitsInAScriptUntilTheServerIsStopped() async throws {
        let (events, event) = AsyncStream<String>.makeStream()
        let isStopping = Locked(false)
        let server = try ScriptedServer { _, connection in
            event.yield("request")
            connection.waitToBeStopped()
            event.yield(isStopping.withLock(\.self) ? "stopped" : "too early")
        }
        let port = server.port
        Thread.detachNewThread {
            _ = try? RawClient.send(get, to: port)
            event.yield("end")
        }
        var seen: [String] = []
        for await event in events {
            if event == "request" {
                isStopping.withLock { $0 = true }
                server.stop()
            }
            seen.append(event)
            if seen.count == 3 { break }
        }
        #expect(seen.first == "request")
        #expect(Set(seen) == ["request", "stopped", "end"])
    }

    /// When a server is stopped, it connects to itself.
    @Test(.timeLimit(.minutes(1))) func connectsToAFullQueueWithoutWaiting() throws {
        let (socket, port) = try Socket.listening(backlog: 1)
        let knocks = (0..<8).map { _ in Socket.knock(at: port) }
        #expect(!knocks.contains { $0 == nil })
        #expect(socket.accept() != nil)
        for socket in [socket] + knocks.compactMap(\.self) { socket.close() }
    }

    @Test func doesNotAnswerAfterItIsStopped() throws {
        let server = try ScriptedServer { _, connection in connection.send("here") }
        #expect(try RawClient.send(get, to: server.port) == "here")
        server.stop()
        server.stop()
        // The system may still accept the connection, but the server does not answer.
        #expect((try? RawClient.send(get, to: server.port)) ?? "" == "")
        #expect(server.requests.count == 1)
    }
}

private let get = "GET / HTTP/1.1\r\n\r\n"
