import EndpointCompliance
import EndpointController
import EndpointStreaming
import EndpointSupport
import Foundation
import Testing

typealias DownloadError = EndpointError<EndpointDefaultServerError>

/// A place in a separate folder, to which tests download from a server.
struct DownloadPlace: Sendable {
    var folder: URL
    var file: URL { folder.appending(path: "export.zip") }
    /// The files left by a download that can be continued.
    let leftover = [".export.zip.partial", ".export.zip.partial.json"]

    static func with(_ body: (DownloadPlace) async throws -> Void) async throws {
        try await withTemporaryFolder { try await body(DownloadPlace(folder: $0)) }
    }

    func contents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: file))
    }

    /// Downloads, and returns the error if there is one.
    func download(
        from server: ScriptedServer,
        path: String = "export.zip",
        _ rules: EndpointRules = EndpointRules(),
        resumes: Bool = true,
        onProgress: (@Sendable (EndpointProgress) -> Void)? = nil
    ) async -> DownloadError? {
        let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url(), rules: rules)
        do {
            let endpoint = RESTEndpoint(.get, path: .segments([path]), headerFields: ["Authorization": "Bearer secret"])
            try await controller.download(endpoint, to: file, resumes: resumes, onProgress: onProgress)
            return nil
        } catch {
            return error
        }
    }
}

/// Expects a download not to have failed, and shows its error.
func expectSuccess(_ failure: DownloadError?, at location: SourceLocation = #_sourceLocation) {
    if let failure { Issue.record(failure, sourceLocation: location) }
}

/// The file that servers offer for download.
enum Export {
    static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 7)) }
    static let half = 150_000
    static let tag = #"ETag: "v1""#

    /// Answers with all bytes, or with the bytes before `end`.
    static func whole(
        _ fields: [String] = [tag],
        status: String = "200 OK",
        bytes: [UInt8] = bytes,
        cutAt end: Int? = nil,
        waits: Bool = false
    ) -> ScriptedServer.Script {
        { _, connection in
            let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(bytes.count)", "", ""]
            connection.send(lines.joined(separator: "\r\n"))
            connection.send(Array(bytes.prefix(end ?? bytes.count)))
            if waits { connection.waitForEnd() }
            if end != nil { connection.close() }
        }
    }

    /// Answers with the requested part.
    static func part(
        _ fields: [String] = [tag],
        range: String? = "bytes 150000-299999/300000"
    ) -> ScriptedServer.Script {
        { request, connection in
            let start = request.field("Range").flatMap { Int($0.filter(\.isNumber)) } ?? 0
            let rest = Array(bytes.dropFirst(start))
            let ranges = range.map { ["Content-Range: \($0)"] } ?? []
            let lines = ["HTTP/1.1 206 Partial Content"] + fields + ranges + ["Content-Length: \(rest.count)", "", ""]
            connection.send(lines.joined(separator: "\r\n"))
            connection.send(rest)
        }
    }

    static func status(_ status: String, _ fields: [String] = [], body: String = "") -> ScriptedServer.Script {
        { _, connection in connection.respond(status, fields, body: body) }
    }
}

extension ScriptedServer {
    /// Starts a server that answers each request with the next script, and repeats the last one.
    convenience init(inTurn scripts: [Script]) throws {
        let turn = Turn()
        try self.init { request, connection in scripts[min(turn.take(), scripts.count - 1)](request, connection) }
    }
}

/// `@unchecked Sendable`: the number is accessed with `lock` held.
private final class Turn: @unchecked Sendable {
    private let lock = NSLock()
    private var number = -1

    func take() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }
}

/// A log of the progress that a download reports, which a test can wait for.
///
/// `@unchecked Sendable`: the reports are accessed with `lock` held.
final class ProgressLog: @unchecked Sendable {
    private let lock = NSLock()
    private var reported: [(EndpointProgress, ContinuousClock.Instant)] = []
    private let stream = AsyncStream<EndpointProgress>.makeStream()

    var all: [EndpointProgress] { lock.withLock { reported.map(\.0) } }
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
