import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Programs
import Testing
import Transports

extension PromiseTests {
    /// A download takes constant memory, is moved into place when it is whole, and can be cancelled and resumed.
    @Suite struct DownloadTests {
        @Test("Never holds a large download in memory", arguments: CheckedTransport.all)
        func largeDownload(_ transport: CheckedTransport) async throws {
            let size = 500_000_000
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
                let chunk = [UInt8](repeating: 7, count: 100_000)
                for _ in 0..<size / chunk.count where !connection.send(chunk) { break }
                connection.close()
            }
            defer { server.stop() }
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "export.zip")
                let before = try peakMemory()
                try await transport.controller(for: server).download(Probe(), to: file)
                try #expect(peakMemory() - before < 64 * 1_024)
                try #expect(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == size)
            }
        }

        private static let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 7)) })
        private static let changed = Data(bytes.reversed())
        private static let half = 150_000
        /// The names of the files that an unfinished download leaves next to its destination.
        private static let leftover = [".export.zip.partial", ".export.zip.partial.json"]

        /// Returns a script that sends a file, or its first half, after which it closes the connection.
        private static func file(
            _ bytes: Data = bytes,
            tag: String? = "v1",
            isCut: Bool = false,
            waits: Bool = false
        ) -> ScriptedServer.Script {
            { _, connection in
                let field = tag.map { "ETag: \"\($0)\"\r\n" } ?? ""
                connection.send("HTTP/1.1 200 OK\r\n\(field)Content-Length: \(bytes.count)\r\n\r\n")
                connection.send(Array(isCut ? bytes.prefix(half) : bytes))
                if waits { connection.waitForEnd() }
                if isCut { connection.close() }
            }
        }

        /// Returns a script that sends the second half of a file.
        private static func rest(_ bytes: Data = bytes, tag: String? = "v1") -> ScriptedServer.Script {
            { _, connection in
                let field = tag.map { "ETag: \"\($0)\"\r\n" } ?? ""
                connection.send(
                    "HTTP/1.1 206 Partial Content\r\n\(field)Content-Length: \(bytes.count - half)\r\n"
                        + "Content-Range: bytes \(half)-\(bytes.count - 1)/\(bytes.count)\r\n\r\n")
                connection.send(Array(bytes.dropFirst(half)))
            }
        }

        /// Starts a server that uses the next script for each request, and passes it to a closure with a folder.
        private func withServer(
            _ scripts: [ScriptedServer.Script],
            _ transport: CheckedTransport,
            timeout: Duration = .seconds(20),
            _ body: (ScriptedServer, Controller, _ file: URL) async throws -> Void
        ) async throws {
            let turn = Turn()
            let server = try ScriptedServer { request, connection in
                scripts[min(turn.next(), scripts.count - 1)](request, connection)
            }
            defer { server.stop() }
            try await withTemporaryFolder { folder in
                let controller = transport.controller(for: server, rules: EndpointRules(timeout: timeout))
                try await body(server, controller, folder.appending(path: "export.zip"))
            }
        }

        private func contents(beside file: URL) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).sorted()
        }

        @Test("Moves a download into place when it is whole", arguments: transports)
        func wholeDownload(_ transport: CheckedTransport) async throws {
            try await withServer([Self.file()], transport) { server, controller, file in
                let old = Data("old".utf8)
                try old.write(to: file)
                let log = ProgressLog()
                try await controller.download(Probe(), to: file) { progress in
                    let isBeside = (try? contents(beside: file).contains(Self.leftover[0])) == true
                    if isBeside, (try? Data(contentsOf: file)) == old { log.add(progress) }
                }
                #expect(log.last?.fraction == 1, "the old file was gone before the end")
                try #expect(Data(contentsOf: file) == Self.bytes)
                try #expect(contents(beside: file) == ["export.zip"])
                #expect(server.requests.first?.field("Accept-Encoding") == "identity")
                #expect(server.requests.first?.field("Range") == nil)
            }
        }

        /// Breaks off a download after half of the file, and downloads again with another script.
        private func afterABreak(
            then script: @escaping ScriptedServer.Script,
            _ transport: CheckedTransport,
            _ body: (_ file: URL, ProgressLog) throws -> Void
        ) async throws {
            try await withServer([Self.file(isCut: true), script], transport) { server, controller, file in
                let error = await expectFailure(.truncatedResponse) { try await controller.download(Probe(), to: file) }
                #expect(error?.response?.body.isEmpty == true)
                try #expect(contents(beside: file) == Self.leftover)
                let log = ProgressLog()
                try await controller.download(Probe(), to: file, onProgress: log.add)
                #expect(server.requests.map { $0.field("Range") } == [nil, "bytes=\(Self.half)-"])
                #expect(server.requests.map { $0.field("If-Range") } == [nil, #""v1""#])
                try #expect(contents(beside: file) == ["export.zip"])
                try body(file, log)
            }
        }

        @Test("Resumes a download that broke off with Range and If-Range", arguments: transports)
        func resumption(_ transport: CheckedTransport) async throws {
            try await afterABreak(then: Self.rest(), transport) { file, log in
                try #expect(Data(contentsOf: file) == Self.bytes)
                #expect(log.first.map { $0.completed > Self.half } == true)
                #expect(log.last == EndpointProgress(completed: 300_000, total: 300_000))
            }
        }

        @Test("Downloads a file that has changed anew", arguments: transports)
        func changedFile(_ transport: CheckedTransport) async throws {
            try await afterABreak(then: Self.file(Self.changed, tag: "v2"), transport) { file, _ in
                try #expect(Data(contentsOf: file) == Self.changed)
            }
        }

        @Test("Does not append a part without a validator, which may be of another version", arguments: transports)
        func partWithoutValidator(_ transport: CheckedTransport) async throws {
            let scripts = [
                Self.file(isCut: true), Self.rest(Self.changed, tag: nil), Self.file(Self.changed, tag: nil),
            ]
            try await withServer(scripts, transport) { _, controller, file in
                await expectFailure(.truncatedResponse) { try await controller.download(Probe(), to: file) }
                try await controller.download(Probe(), to: file)
                try #expect(Data(contentsOf: file) == Self.changed)
            }
        }

        @Test("Ends a cancelled download at once, and continues it later", arguments: transports)
        func cancellation(_ transport: CheckedTransport) async throws {
            let scripts = [Self.file(isCut: true, waits: true), Self.rest()]
            try await withServer(scripts, transport) { server, controller, file in
                let log = ProgressLog()
                let download = Task { _ = try await controller.download(Probe(), to: file, onProgress: log.add) }
                await log.wait(for: Self.half)
                let start = ContinuousClock.now
                download.cancel()
                await expectFailure(.cancelled) { try await download.value }
                // Otherwise, the download lasts until its timeout, which is 20 seconds.
                #expect(ContinuousClock.now - start < .seconds(10))
                try #expect(contents(beside: file) == Self.leftover)
                try await controller.download(Probe(), to: file)
                #expect(server.requests.last?.field("Range") == "bytes=\(Self.half)-")
                try #expect(Data(contentsOf: file) == Self.bytes)
            }
        }

        @Test("Waits for a silent server no longer than the timeout", arguments: transports)
        func silence(_ transport: CheckedTransport) async throws {
            let scripts = [Self.file(isCut: true, waits: true), Self.rest()]
            // The head arrives in this time even on a busy machine.
            let timeout = Duration.seconds(2)
            try await withServer(scripts, transport, timeout: timeout) { _, controller, file in
                let log = ProgressLog()
                await expectFailure(.timedOut) {
                    try await controller.download(Probe(), to: file, onProgress: log.add)
                }
                let time = ContinuousClock.now - (try #require(log.lastTime))
                #expect((timeout - .milliseconds(10)..<timeout * 5).contains(time))
                try #expect(contents(beside: file) == Self.leftover)
                try await controller.download(Probe(), to: file)
                try #expect(Data(contentsOf: file) == Self.bytes)
            }
        }

        @Test("Touches nothing for a download that is cancelled beforehand", arguments: transports)
        func cancelledBeforehand(_ transport: CheckedTransport) async throws {
            try await withServer([Self.file()], transport) { server, controller, file in
                let download = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    _ = try await controller.download(Probe(), to: file.appending(path: "a/export.zip"))
                }
                await expectFailure(.cancelled) { try await download.value }
                try #expect(contents(beside: file).isEmpty)
                #expect(server.requests.isEmpty)
            }
        }
    }
}

/// Counts from 0.
///
/// `@unchecked Sendable`: the count is accessed with `lock` held.
private final class Turn: @unchecked Sendable {
    private let lock = NSLock()
    private var count = -1

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}

/// The progress that a download has reported.
///
/// `@unchecked Sendable`: the reports are accessed with `lock` held.
private final class ProgressLog: @unchecked Sendable {
    private let lock = NSLock()
    private var reported: [(EndpointProgress, ContinuousClock.Instant)] = []
    private let stream = AsyncStream<EndpointProgress>.makeStream()

    var first: EndpointProgress? { lock.withLock { reported.first?.0 } }
    var last: EndpointProgress? { lock.withLock { reported.last?.0 } }
    var lastTime: ContinuousClock.Instant? { lock.withLock { reported.last?.1 } }

    func add(_ progress: EndpointProgress) {
        lock.withLock { reported.append((progress, .now)) }
        stream.continuation.yield(progress)
    }

    /// Waits until a number of bytes have been transferred.
    func wait(for bytes: Int) async {
        for await progress in stream.stream where progress.completed >= bytes { return }
    }
}
