import EndpointCompliance
import EndpointController
import EndpointStreaming
import EndpointSupport
import Foundation
import TestSupport
import Testing

/// Tests of the errors for bodies that cannot be sent, and of slow progress handlers.
///
/// The compliance checks cover bodies that arrive.
@Suite(.timeLimit(.minutes(1))) struct UploadTests {
    @Test func namesAMissingBodyFile() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let file = URL(fileURLWithPath: "/nowhere/photo.jpg")
        let error = await failure { () throws(LoadError) in
            _ = try await controller.upload(API.send(.file(file)).parsed(by: PayloadParser<User>.json)) { _ in }
        }
        guard case .invalidRequest(_, EndpointRequestError.unreadableFile(file, _)) = error else {
            throw try #require(error)
        }
    }

    @Test("Reports 0 of 0 bytes once for an empty body, so that a progress bar fills", arguments: [false, true])
    func emptyBody(isFile: Bool) async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "empty")
            try Data().write(to: file)
            let log = ProgressLog()
            let body = isFile ? HTTPBody.file(file) : .data(Data())
            let endpoint = RESTEndpoint(.put, path: .segments(["x"]), body: body)
            _ = try await Controller(baseURL: server.url()).upload(endpoint, onProgress: log.add)
            #expect(log.all == [EndpointProgress(completed: 0, total: 0)])
            #expect(log.all.first?.fraction == 1)
        }
    }

    @Test func cancelsAnUploadWhileItsProgressHandlerBlocks() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let hasEnded = DispatchSemaphore(value: 0)
        let (told, tell) = AsyncStream<Void>.makeStream()
        let (waited, wait) = AsyncStream<DispatchTimeoutResult>.makeStream()
        let body = HTTPBody.data(Data(count: 1_000_000))
        let upload = Task {
            try? await controller.upload(API.send(body).parsed(by: PayloadParser<User>.json)) { _ in
                tell.yield()
                wait.yield(hasEnded.wait(timeout: .now() + 60))
            }
        }
        for await _ in told { break }
        upload.cancel()
        _ = await upload.value
        hasEnded.signal()
        for await result in waited {
            #expect(result == .success)
            break
        }
    }

    #if canImport(FoundationNetworking)
    // The upload still waits for the server when the server is stopped, so the reset cannot end the process.
    @Test(
        "Returns a whole response that says that the server does not read the upload",
        arguments: [("200 OK", "Connection: close"), ("413 Content Too Large", "X-A: b")], ["", "ok"])
    func earlyResponse(head: (status: String, field: String), text: String) async throws {
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.respond(head.status, [head.field], body: text)
            connection.waitToBeStopped()
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), rules: EndpointRules(acceptedStatusCodes: [200, 413]))
        // The second body stalls.
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        for body in [HTTPBody.data(Data(count: 30_000_000)), .stream { Stalled(end) }] {
            let endpoint = RESTEndpoint(.put, path: .segments(["x"]), body: body)
            #expect(try await controller.upload(endpoint) == Data(text.utf8))
        }
    }

    /// A stream of one byte, which does not end before it is told to.
    private final class Stalled: InputStream {
        private let end: DispatchSemaphore
        private var status = Status.notOpen
        private var count = 1

        init(_ end: DispatchSemaphore) {
            self.end = end
            super.init(data: Data())
        }

        override func open() { status = .open }
        override func close() { status = .closed }
        override var streamStatus: Status { status }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            if count == 0 {
                end.wait()
                end.signal()
            }
            defer { count = 0 }
            buffer[0] = 1
            return count
        }
    }

    @Test("Returns a whole response although the connection is then closed within the upload")
    func closedUpload() async throws {
        let hasArrived = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.respond(body: "ok")
            hasArrived.wait()
            connection.close()
        }
        defer {
            hasArrived.signal()
            server.stop()
        }
        let controller = Controller(baseURL: server.url())
        let endpoint = RESTEndpoint(.put, path: .segments(["x"]), body: .data(Data(count: 30_000_000)))
        let response = try await controller.stream(endpoint)
        hasArrived.signal()
        #expect(try await response.body.reduce(into: Data()) { $0 += $1 } == Data("ok".utf8))
    }

    @Test("Sends the whole upload to a server that answers 200 before it has read it", arguments: ["", "ok"])
    func earlySuccess(text: String) async throws {
        let (counts, count) = AsyncStream<Int>.makeStream()
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            connection.respond(body: text)
            count.yield(connection.countToEnd())
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let endpoint = RESTEndpoint(.put, path: .segments(["x"]), body: .data(Data(count: 30_000_000)))
        #expect(try await controller.upload(endpoint) == Data(text.utf8))
        server.stop()
        for await count in counts {
            #expect(count == 30_000_000)
            break
        }
    }

    @Test("Keeps the process alive when a server resets the connection during a short upload")
    func resets() async throws {
        let server = try ScriptedServer(readingBodies: false) { _, connection in connection.reset() }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let body = HTTPBody.stream { InputStream(data: Data(count: 60_000)) }
        for _ in 0..<100 {
            let error = await failure { () throws(LoadError) in
                _ = try await controller.upload(RESTEndpoint(.post, path: .segments(["x"]), body: body))
            }
            #expect(error?.kind == .serverNotResponding)
        }
    }
    #endif

    @Test("Reports the last progress before the upload returns, even to a slow handler", .timeLimit(.minutes(1)))
    func reportsTheLastProgress() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        let log = ProgressLog()
        let endpoint = RESTEndpoint(.post, path: .segments(["x"]), body: .data(Data(count: 1_000_000)))
        _ = try await Controller(baseURL: server.url()).upload(endpoint.parsed(by: PayloadParser<Data>.data)) {
            progress in
            // The handler is slower than the upload on any machine.
            Thread.sleep(forTimeInterval: 0.05)
            log.add(progress)
        }
        #expect(log.all.last?.completed == 1_000_000)
    }

    /// A transport that reports progress and answers immediately, so that only the listener takes time.
    private struct Immediate: EndpointTransport {
        func send(
            _ outgoing: OutgoingRequest,
            context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            context.onUpload?(EndpointProgress(completed: 4, total: 4))
            let head = EndpointResponseHead(url: outgoing.urlRequest.url, statusCode: 200)
            return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data("here".utf8)))
        }
    }

    @Test("Returns the payload although a listener takes longer than the idle timeout", .timeLimit(.minutes(1)))
    func waitsForASlowListener() async throws {
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: Immediate())
        var payload: Data?
        for factor in timeFactors where payload == nil {
            let endpoint = RESTEndpoint(
                .post, path: .segments(["x"]), body: .text("note"),
                rules: EndpointRules(timeout: .milliseconds(200) * factor))
            payload = try? await api.upload(endpoint) { _ in Thread.sleep(forTimeInterval: 0.25 * Double(factor)) }
        }
        #expect(payload == Data("here".utf8))
    }

    @Test("Ends a cancelled upload although a listener blocks", .timeLimit(.minutes(1)))
    func cancellationWhileAListenerBlocks() async throws {
        let (reports, report) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let endpoint = RESTEndpoint(.post, path: .segments(["x"]), body: .text("note"))
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: Immediate())
        let upload = Task {
            await failure { () throws(LoadError) in
                _ = try await api.upload(endpoint) { _ in
                    report.yield()
                    end.wait()
                }
            }
        }
        for await _ in reports { break }
        upload.cancel()
        #expect(await upload.value?.kind == .cancelled)
        end.signal()
    }
}
