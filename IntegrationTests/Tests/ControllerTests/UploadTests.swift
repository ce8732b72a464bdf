import EndpointController
import Foundation
import EndpointTesting
import Testing

/// Bodies of every kind arrive whole, and progress is told.
@Suite struct UploadTests {
    private static let data = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    @Test(arguments: ["data", "file", "multipart", "stream"])
    func progressIsToldUntilAllIsSent(kind: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try Self.data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body: HTTPBody =
            switch kind {
            case "data": .data(Self.data)
            case "file": .file(file)
            case "multipart": .multipart([.text("x", name: "a"), .file(file, name: "b")], boundary: "frontier")
            default: .stream { InputStream(data: Self.data) }
            }
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let seen = Progress()
        let controller = Controller(baseURL: server.url())
        let user = try await controller.upload(API.send(body), parser: PayloadParser<User>.json) { seen.append($0) }
        #expect(user == .ada)
        let sent = try body.data()
        #expect(server.requests.map(\.body) == [[UInt8](sent)])

        let steps = seen.all
        #expect(steps.count > 1)
        #expect(steps.map(\.completed) == steps.map(\.completed).sorted())
        #expect(steps.last?.completed == Int64(sent.count))
        #expect(Set(steps.map(\.total)) == [kind == "stream" ? nil : Int64(sent.count)])
    }

    @Test func aCancelledUploadIsNotSentToItsEnd() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let size = 400_000_000
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size))
        let (ends, end) = AsyncStream<Int>.makeStream()
        let goOn = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            goOn.wait()
            end.yield(connection.countToEnd())
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let (started, start) = AsyncStream<Void>.makeStream()
        let upload = Task {
            try await controller.upload(API.send(.file(file)), parser: PayloadParser<User>.json) { _ in start.yield() }
        }
        for await _ in started { break }
        upload.cancel()
        await #expect(throws: LoadError.self) { try await upload.value }
        goOn.signal()
        for await count in ends {
            #expect(count < size)
            break
        }
    }

    @Test func aFileHasItsLengthAnnounced() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try Self.data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        _ = try await Controller(baseURL: server.url()).response(for: API.send(.file(file, contentType: "image/png")))
        let request = try #require(server.requests.first)
        #expect(request.field("Content-Length") == "1500000")
        #expect(request.field("Content-Type") == "image/png")
        #expect(request.field("Transfer-Encoding") == nil)
    }

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

    @Test func aStreamThatFailsIsNotTheServersFault() async throws {
        struct Broken: Error {}
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let body = HTTPBody.stream(length: 10) { InputStream(data: Data("short".utf8)) }
        let error = await failure { () throws(LoadError) in
            _ = try await controller.upload(API.send(body), parser: PayloadParser<User>.json) { _ in }
        }
        guard case .invalidRequest(EndpointRequestError.bodyTooShort(expected: 10, actual: 5)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

/// What is told from any thread.
private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var steps: [EndpointProgress] = []

    var all: [EndpointProgress] { lock.withLock { steps } }

    func append(_ step: EndpointProgress) {
        lock.withLock { steps.append(step) }
    }
}
