import Endpoint
import Foundation
import Testing

@Suite("The body of a request, read in chunks", .timeLimit(.minutes(1)))
struct RequestBodyTests {
    private func chunks(of request: URLRequest) async throws -> [Data] {
        var chunks: [Data] = []
        try await request.readBody { chunks.append($0) }
        return chunks
    }

    private func request(_ body: HTTPBody?) throws -> URLRequest {
        try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
    }

    @Test("Delivers every kind of body whole, and can deliver it again")
    func kinds() async throws {
        let long = Data((0..<200_000).map { UInt8($0 % 251) })
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try long.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let head = """
            --x\r
            Content-Disposition: form-data; name="photo"; filename="\(file.lastPathComponent)"\r
            Content-Type: application/octet-stream\r
            \r

            """
        let bodies: [(String, HTTPBody, Data)] = [
            ("data", .data(long), long), ("file", .file(file), long),
            ("range", .file(file, range: 5..<150_000), long[5..<150_000]),
            ("stream", .stream { InputStream(data: long) }, long),
            (
                "multipart", .multipart([.file(file, name: "photo")], boundary: "x"),
                Data(head.utf8) + long + Data("\r\n--x--\r\n".utf8)
            ),
        ]
        for (name, body, expected) in bodies {
            let request = try request(body)
            for _ in 1...2 { #expect(try await chunks(of: request).reduce(Data(), +) == expected, "\(name)") }
        }
        #expect(try await chunks(of: request(.file(file))).allSatisfy { $0.count <= 65_536 })
        #expect(try await chunks(of: request(nil)).isEmpty)
    }

    @Test("Throws what the closure throws, and reads no further")
    func failingClosure() async throws {
        struct Full: Error {}
        let request = try request(.stream { InputStream(data: Data(count: 200_000)) })
        var count = 0
        await #expect(throws: Full.self) {
            try await request.readBody { _ in
                count += 1
                throw Full()
            }
        }
        #expect(count == 1)
    }

    @Test("Closes the stream after the closure throws")
    func closing() async throws {
        struct Full: Error {}
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let request = try request(.stream { Endless(closing) })
        await #expect(throws: Full.self) { try await request.readBody { _ in throw Full() } }
        var count = 0
        for await _ in closings { count += 1 }
        #expect(count == 1)
    }

    @Test("Throws if a stream cannot be opened, or ends early")
    func failingStream() async throws {
        let missing = try request(.stream { throw CocoaError(.fileNoSuchFile) })
        await #expect(throws: EndpointRequestError.unreadableStream(CocoaError(.fileNoSuchFile))) {
            try await chunks(of: missing)
        }
        let short = try request(.stream(length: 4) { InputStream(data: Data("abc".utf8)) })
        await #expect(throws: EndpointRequestError.bodyTooShort(expected: 4, actual: 3)) {
            try await chunks(of: short)
        }
    }

    /// A stream without an end, which tells when it is closed and when it is freed.
    private final class Endless: InputStream {
        private let closing: AsyncStream<Void>.Continuation
        private var status = Status.notOpen

        init(_ closing: AsyncStream<Void>.Continuation) {
            self.closing = closing
            super.init(data: Data())
        }

        deinit { closing.finish() }

        override var streamStatus: Status { status }
        override func open() { status = .open }
        override func close() { closing.yield() }
        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            buffer.pointee = 0
            return 1
        }
    }

    /// A stream that blocks its reader until it is released.
    private final class Blocking: InputStream {
        let isRead = AsyncStream<Void>.makeStream()
        private let end = DispatchSemaphore(value: 0)
        private var status = Status.notOpen
        override var streamStatus: Status { status }
        override func open() { status = .open }
        override func close() {}
        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            isRead.continuation.finish()
            end.wait()
            return 0
        }
        func release() { end.signal() }
    }

    @Test("Ends at once when the task is cancelled, although the stream blocks", .timeLimit(.minutes(1)))
    func cancellation() async throws {
        nonisolated(unsafe) let stream = Blocking(data: Data())
        defer { stream.release() }
        let request = try request(.stream { stream })
        let reading = Task { try await request.readBody { _ in } }
        for await _ in stream.isRead.stream {}
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test("Refuses a stream that can be read only once")
    func foreignStream() async throws {
        var request = URLRequest(url: baseURL)
        request.httpBodyStream = InputStream(data: Data([1]))
        let error = await #expect(throws: EndpointRequestError.self) { try await chunks(of: request) }
        #expect(error?.description.contains("can be read only once") == true)
    }

    @Test("Names a file that was removed")
    func missingFile() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try Data([1]).write(to: file)
        let request = try request(.file(file))
        try FileManager.default.removeItem(at: file)
        let error = await #expect(throws: EndpointRequestError.self) { try await chunks(of: request) }
        #expect(error?.description.contains(file.lastPathComponent) == true)
    }
}
