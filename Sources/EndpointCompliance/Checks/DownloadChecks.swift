import EndpointController
import EndpointStreaming
import Foundation

/// Checks that a large download needs little memory, and that downloads can be cancelled and resumed.
enum DownloadChecks {
    static let all = [
        ComplianceCheck(.downloads, "a large download is never held in memory", downloadsInLittleMemory),
        ComplianceCheck(.downloads, "a download is moved into place when it is whole", movesAWholeDownloadIntoPlace),
        ComplianceCheck(
            .downloads, "a download that broke off resumes with Range and If-Range", resumesWithRangeAndIfRange),
        ComplianceCheck(.downloads, "a file that has changed is downloaded anew", downloadsAChangedFileAnew),
        ComplianceCheck(.downloads, "a part without a validator is not appended", doesNotAppendAPartWithoutAValidator),
        ComplianceCheck(
            .downloads, "a cancelled download ends at once and can be continued", cancelsAndResumesADownload),
        ComplianceCheck(
            .downloads, "a download that is cancelled beforehand touches nothing", doesNothingIfCancelledBeforehand),
    ]

    private static func downloadsInLittleMemory(_ trial: Trial) async throws {
        let (server, _) = try SlowReaderChecks.server(trial)
        try await TemporaryFolder.with { folder in
            try await Memory.expectLittle("the download") {
                try await trial.controller(for: server).download(Probe(), to: folder.file)
            }
            let size = try FileManager.default.attributesOfItem(atPath: folder.file.path)[.size] as? Int
            try Expect.equal("the length of the file", size, SlowReaderChecks.size)
        }
    }

    private static func movesAWholeDownloadIntoPlace(_ trial: Trial) async throws {
        let server = try trial.server(inTurn: [Export.whole])
        try await TemporaryFolder.with { folder in
            let old = Data("old".utf8)
            try old.write(to: folder.file)
            let isOld = ProgressLog()
            try await trial.controller(for: server).download(Probe(), to: folder.file) { progress in
                let names = (try? folder.contents()) ?? []
                let isBeside = names.contains(TemporaryFolder.leftover[0])
                if isBeside, (try? Data(contentsOf: folder.file)) == old { isOld.add(progress) }
            }
            let last = isOld.all.last
            try Expect.equal("what had arrived when the old file was still there", last?.fraction, 1)
            try Expect.equal("whether the file is what was sent", try folder.bytes() == Export.bytes, true)
            try Expect.equal("what is in the folder", try folder.contents(), ["export.zip"])
            let sent = server.requests.first
            try Expect.equal("Accept-Encoding", sent?.field("Accept-Encoding"), "identity")
            try Expect.equal("Range", sent?.field("Range"), nil)
        }
    }

    /// Downloads half of a file before the connection closes, and then requests the rest from `script`.
    private static func afterABreak(
        then script: @escaping ScriptedServer.Script,
        _ trial: Trial,
        _ body: (TemporaryFolder, ScriptedServer, ProgressLog) throws -> Void
    ) async throws {
        let server = try trial.server(inTurn: [Export.cut(waits: false), script])
        let controller = trial.controller(for: server)
        try await TemporaryFolder.with { folder in
            let error = try await Expect.failure(.truncatedResponse, "the first download") {
                try await controller.download(Probe(), to: folder.file)
            }
            try Expect.equal("the body in memory", error.response?.body.count, 0)
            try Expect.equal("what is left", try folder.contents(), TemporaryFolder.leftover)
            let log = ProgressLog()
            try await controller.download(Probe(), to: folder.file, onProgress: log.add)
            try Expect.equal("Range", server.requests.map { $0.field("Range") }, [nil, "bytes=\(Export.half)-"])
            try Expect.equal("If-Range", server.requests.map { $0.field("If-Range") }, [nil, #""v1""#])
            try Expect.equal("what is in the folder", try folder.contents(), ["export.zip"])
            try body(folder, server, log)
        }
    }

    private static func resumesWithRangeAndIfRange(_ trial: Trial) async throws {
        try await afterABreak(then: Export.rest, trial) { folder, server, log in
            try Expect.equal("whether the file is what was sent", try folder.bytes() == Export.bytes, true)
            let first = log.all.first?.completed ?? 0
            try Expect.that("progress after the first half", first > Int64(Export.half), found: first)
            try Expect.equal("the last progress", log.all.last, EndpointProgress(completed: 300_000, total: 300_000))
        }
    }

    private static func downloadsAChangedFileAnew(_ trial: Trial) async throws {
        let changed = Array(Export.bytes.reversed())
        let script: ScriptedServer.Script = { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nETag: \"v2\"\r\nContent-Length: \(changed.count)\r\n\r\n")
            connection.send(changed)
        }
        try await afterABreak(then: script, trial) { folder, server, log in
            try Expect.equal("whether the file is the new one", try folder.bytes() == changed, true)
        }
    }

    /// Simulates a server that ignores `If-Range` and sends a part of another version, without a validator.
    private static func doesNotAppendAPartWithoutAValidator(_ trial: Trial) async throws {
        let changed = Array(Export.bytes.reversed())
        let part: ScriptedServer.Script = { _, connection in
            let rest = Array(changed[Export.half...])
            connection.send(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(rest.count)\r\n"
                    + "Content-Range: bytes \(Export.half)-\(changed.count - 1)/\(changed.count)\r\n\r\n")
            connection.send(rest)
        }
        let whole: ScriptedServer.Script = { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(changed.count)\r\n\r\n")
            connection.send(changed)
        }
        let server = try trial.server(inTurn: [Export.cut(waits: false), part, whole])
        let controller = trial.controller(for: server)
        try await TemporaryFolder.with { folder in
            try await Expect.failure(.truncatedResponse, "the first download") {
                try await controller.download(Probe(), to: folder.file)
            }
            try await controller.download(Probe(), to: folder.file)
            try Expect.equal("whether the file is the new one", try folder.bytes() == changed, true)
        }
    }

    private static func cancelsAndResumesADownload(_ trial: Trial) async throws {
        let server = try trial.server(inTurn: [Export.cut(waits: true), Export.rest])
        let controller = trial.controller(for: server)
        try await TemporaryFolder.with { folder in
            let log = ProgressLog()
            let download = Task { _ = try await controller.download(Probe(), to: folder.file, onProgress: log.add) }
            await log.wait(for: Export.half)
            let start = ContinuousClock.now
            download.cancel()
            try await Expect.failure(.cancelled, "the download") { try await download.value }
            let time = ContinuousClock.now - start
            let allowance = Duration.milliseconds(100) + StallMeter.shared.stall(since: start)
            try Expect.time("the download", time, in: .zero..<allowance)
            try Expect.equal("what is left", try folder.contents(), TemporaryFolder.leftover)
            try await controller.download(Probe(), to: folder.file)
            try Expect.equal("Range", server.requests.last?.field("Range"), "bytes=\(Export.half)-")
            try Expect.equal("whether the file is what was sent", try folder.bytes() == Export.bytes, true)
        }
    }

    private static func doesNothingIfCancelledBeforehand(_ trial: Trial) async throws {
        let server = try trial.server(inTurn: [Export.whole])
        let controller = trial.controller(for: server)
        try await TemporaryFolder.with { folder in
            let file = folder.url.appending(path: "a/export.zip")
            let download = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await controller.download(Probe(), to: file)
            }
            try await Expect.failure(.cancelled, "the download") { try await download.value }
            try Expect.equal("what is in the folder", try folder.contents(), [])
            try Expect.equal("the requests", server.requests.count, 0)
        }
    }
}
