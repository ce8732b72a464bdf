import AsyncHTTPClient
import Dispatch
import EndpointCompliance
import EndpointController
import Foundation
import NIOCore
import Testing

@testable import EndpointAsyncHTTPClient

/// Tests of the bodies that the transport over async-http-client sends, and of responses without a body.
@Suite(.timeLimit(.minutes(1))) struct AsyncHTTPClientBodyTests {
    /// A stream of zeros, endless by default, that calls a closure when it is closed.
    private final class Zeros: InputStream {
        private let onClose: @Sendable () -> Void
        private let error: CocoaError?
        private var rest: Int
        private var isOpen = false

        init(_ count: Int = .max, failing error: CocoaError? = nil, onClose: @escaping @Sendable () -> Void = {}) {
            self.onClose = onClose
            self.error = error
            rest = count
            super.init(data: Data())
        }

        override func open() { isOpen = true }
        override func close() { onClose() }
        override var streamStatus: Status { rest == 0 && error != nil ? .error : isOpen ? .open : .notOpen }
        override var streamError: (any Error)? { error }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let count = min(rest, maxLength)
            if count == 0, error != nil { return -1 }
            buffer.update(repeating: 0, count: count)
            rest -= count
            return count
        }
    }

    /// "too much" in gzip.
    private static let compressed: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 43, 201, 207, 87, 200, 45, 77, 206, 0, 0, 239, 186, 106, 158, 8, 0, 0, 0,
    ]

    private func controller(_ server: ScriptedServer) -> Controller {
        Controller(baseURL: server.url(), transport: AsyncHTTPClientTransport.shared)
    }

    private func upload(_ stream: InputStream, to server: ScriptedServer, _ length: Int? = nil) -> URLRequest {
        var request = URLRequest(url: server.url())
        request.httpMethod = "PUT"
        request.httpBodyStream = stream
        if let length { request.setValue("\(length)", forHTTPHeaderField: "Content-Length") }
        return request
    }

    @Test func closesTheStreamOfACancelledUpload() async throws {
        let server = try ScriptedServer(readingBodies: false) { _, connection in connection.waitToBeStopped() }
        defer { server.stop() }
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let (steps, step) = AsyncStream<Int64>.makeStream()
        let request = upload(Zeros { closing.yield() }, to: server)
        let call = Task {
            try await AsyncHTTPClientTransport.shared.send(
                request, context: EndpointTransportContext { step.yield($0.completed) })
        }
        // Send more than the connection buffers, so that the upload waits for the server.
        for await completed in steps where completed > 1_000_000 { break }
        call.cancel()
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        guard case .cancelled = error else { throw try #require(error) }
        for await _ in closings { break }
    }

    @Test func failsTheBodyOfACancelledUploadSoThatItDoesNotArriveAsAWholeBody() async {
        let loop = HTTPClient.defaultEventLoopGroup.any()
        let streamed = StreamedBody(Zeros(100_000), length: nil)
        streamed.shut()
        let body = streamed.body(on: loop)
        let writer = HTTPClient.Body.StreamWriter { _ in loop.makeSucceededVoidFuture() }
        await #expect(throws: CancellationError.self) { try await body.stream(writer).get() }
    }

    @Test(arguments: ["", "too much"])
    func returnsAnEarlyResponseAndClosesTheStream(_ text: String) async throws {
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.respond("413 Content Too Large", body: text)
            connection.waitToBeStopped()
        }
        defer { server.stop() }
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let response = try await AsyncHTTPClientTransport.shared.send(upload(Zeros { closing.yield() }, to: server))
        #expect(response.statusCode == 413)
        let body = try await response.body.reduce(into: Data()) { $0 += $1 }
        #expect(body == Data(text.utf8))
        for await _ in closings { break }
    }

    @Test(
        "Ends an early failure whose body ends later, or is empty and chunked",
        arguments: [("8\r\ntoo much\r\n", "0\r\n\r\n"), ("", "0\r\n\r\n"), ("0\r\n\r\n", "")])
    func endsAnEarlyFailure(_ start: String, _ end: String) async throws {
        let isRead = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.send("HTTP/1.1 413 Content Too Large\r\nTransfer-Encoding: chunked\r\n\r\n" + start)
            isRead.wait()
            connection.send(end)
            connection.waitToBeStopped()
        }
        defer { server.stop() }
        defer { isRead.signal() }
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let response = try await AsyncHTTPClientTransport.shared.send(upload(Zeros { closing.yield() }, to: server))
        var body = response.body.makeAsyncIterator()
        if start.contains("too much") { #expect(try await body.next() == Data("too much".utf8)) }
        isRead.signal()
        #expect(try await body.next() == nil)
        for await _ in closings { break }
    }

    @Test("Ends an early failure whose compressed body ends later")
    func endsACompressedFailure() async throws {
        let isRead = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Encoding: gzip\r\n")
            connection.send("Transfer-Encoding: chunked\r\n\r\n1c\r\n")
            connection.send(Self.compressed)
            isRead.wait()
            connection.send("\r\n0\r\n\r\n")
            connection.waitToBeStopped()
        }
        defer { server.stop() }
        defer { isRead.signal() }
        let response = try await AsyncHTTPClientTransport.shared.send(upload(Zeros(), to: server))
        isRead.signal()
        let body = try await response.body.reduce(into: Data()) { $0 += $1 }
        #expect(body == Data("too much".utf8))
    }

    @Test func sendsTheWholeBodyAfterAnEarlySuccess() async throws {
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.respond(body: "ok")
            connection.waitForEnd()
        }
        defer { server.stop() }
        // Its connections close when it is released, so that the server stops.
        let transport = AsyncHTTPClientTransport()
        let (steps, step) = AsyncStream<Int64>.makeStream()
        let context = EndpointTransportContext { step.yield($0.completed) }
        let response = try await transport.send(upload(Zeros(5_000_000), to: server, 5_000_000), context: context)
        let body = try await response.body.reduce(into: Data()) { $0 += $1 }
        #expect(body == Data("ok".utf8))
        step.finish()
        #expect(await steps.reduce(0, max) == 5_000_000)
    }

    @Test(
        "Returns an early success of a server that then closes the connection",
        arguments: ["Connection: close\r\n", ""], ["", "Content-Encoding: gzip\r\n"])
    func earlySuccess(connectionField: String, codingField: String) async throws {
        let bytes = codingField.isEmpty ? Array("too much".utf8) : Self.compressed
        let size = String(bytes.count, radix: 16)
        for isChunked in [false, true] {
            let framing =
                isChunked ? "Transfer-Encoding: chunked\r\n\r\n\(size)\r\n" : "Content-Length: \(bytes.count)\r\n\r\n"
            let head = Array(("HTTP/1.1 200 OK\r\n" + connectionField + codingField + framing).utf8)
            let end = isChunked ? Array("\r\n0\r\n\r\n".utf8) : []
            let hasArrived = DispatchSemaphore(value: 0)
            let server = try ScriptedServer(readingBodies: false) { _, connection in
                // These bytes arrive at once. Closing a connection with unread bytes resets it, which drops what the
                // client has not read.
                connection.send(head + bytes + end)
                hasArrived.wait()
                connection.close()
            }
            defer {
                hasArrived.signal()
                server.stop()
            }
            let request = upload(Zeros(50_000_000), to: server, 50_000_000)
            let response = try await AsyncHTTPClientTransport.shared.send(request)
            hasArrived.signal()
            let body = try await response.body.reduce(into: Data()) { $0 += $1 }
            #expect(body == Data("too much".utf8), "is chunked: \(isChunked)")
        }
    }

    @Test("Ends an early success with `Connection: close` before the server closes the connection")
    func earlySuccessBeforeTheClose() async throws {
        let isRead = DispatchSemaphore(value: 0)
        let closings = Counter()
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.respond("200 OK", ["Connection: close"], body: "too much")
            _ = isRead.wait(timeout: .now() + 10)
            _ = closings.next()
            connection.close()
        }
        defer { server.stop() }
        defer { isRead.signal() }
        let response = try await AsyncHTTPClientTransport.shared.send(upload(Zeros(), to: server))
        let body = try await response.body.reduce(into: Data()) { $0 += $1 }
        #expect(body == Data("too much".utf8))
        #expect(closings.value == 0)
    }

    @Test("Reports an early success as truncated to a reader that is too slow for it")
    func lostEndOfAnEarlySuccess() async throws {
        let bomb = try #require(ResponseGuardTests.bomb)
        let isReceived = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
            let size = String(bomb.count, radix: 16)
            connection.send(Array("\(head)\(size)\r\n".utf8) + bomb + Array("\r\n0\r\n\r\n".utf8))
            isReceived.wait()
            connection.close()
        }
        defer { server.stop() }
        defer { isReceived.signal() }
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let response = try await AsyncHTTPClientTransport.shared.send(upload(Zeros { closing.yield() }, to: server))
        isReceived.signal()
        for await _ in closings { break }
        let error = await #expect(throws: EndpointTransportError.self) {
            for try await _ in response.body {}
        }
        guard case .truncated = error else { throw try #require(error) }
    }

    @Test func sendsAContentLengthOnlyForAStreamOfKnownLength() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        _ = try await AsyncHTTPClientTransport.shared.send(upload(Zeros(200_000), to: server, 200_000))
        _ = try await AsyncHTTPClientTransport.shared.send(upload(Zeros(200_000), to: server))
        #expect(server.requests.map { $0.field("Content-Length") } == ["200000", nil])
        #expect(server.requests.map(\.body.count) == [200_000, 200_000])
    }

    @Test func throwsInvalidRequestWhenTheStreamFails() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let request = upload(Zeros(100_000, failing: CocoaError(.fileReadCorruptFile)), to: server)
        let error = await #expect(throws: EndpointTransportError.self) {
            try await AsyncHTTPClientTransport.shared.send(request)
        }
        guard case .invalidRequest(CocoaError.fileReadCorruptFile) = error else { throw try #require(error) }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [("HEAD", "200 OK"), ("GET", "204 No Content"), ("GET", "304 Not Modified"), ("GET", "200 OK")])
    func acceptsAResponseWithoutABodyDespiteItsContentCoding(_ method: String, _ status: String) async throws {
        let server = try ScriptedServer { _, connection in
            let length = method == "HEAD" || status.hasPrefix("304") ? 100 : 0
            connection.send("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\nContent-Length: \(length)\r\n\r\n")
        }
        defer { server.stop() }
        var request = URLRequest(url: server.url())
        request.httpMethod = method
        let response = try await AsyncHTTPClientTransport.shared.send(request)
        #expect(try await response.body.reduce(into: Data()) { $0 += $1 }.isEmpty)
    }

    @Test("Delivers a part of a coded body as it is, although it cannot be decoded")
    func partOfCodedBody() async throws {
        let server = try ScriptedServer { _, connection in
            let fields = ["Content-Encoding: gzip", "Content-Range: bytes 1000-1003/9000"]
            connection.respond("206 Partial Content", fields, body: "four")
        }
        defer { server.stop() }
        var request = URLRequest(url: server.url())
        request.setValue("bytes=1000-1003", forHTTPHeaderField: "Range")
        let response = try await AsyncHTTPClientTransport.shared.send(request)
        #expect(server.requests.first?.field("Accept-Encoding") == "identity")
        #expect(try await response.body.reduce(into: Data()) { $0 += $1 } == Data("four".utf8))
        #expect(response.headerField("Content-Encoding") == "identity, gzip")
    }

    @Test func refusesAnInvalidHTTPMethod() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        var request = URLRequest(url: server.url())
        request.httpMethod = "GET / HTTP/1.1\r\nX: y\r\n\r\nPOST"
        let hostile = request
        let error = await #expect(throws: EndpointTransportError.self) {
            try await AsyncHTTPClientTransport.shared.send(hostile)
        }
        guard case .invalidRequest = error else { throw try #require(error) }
        #expect(server.requests.isEmpty)
    }
}
