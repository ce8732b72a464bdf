import EndpointController
import Foundation
import Programs
import EndpointTesting
import Testing

extension Promises {
    /// When downloads end, and what they leave then.
    @Suite struct DownloadTimingTests {
        @Test func aCancelledDownloadLeavesWhatCanBeContinued() async throws {
            let server = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half, waits: true), Export.part()])
            defer { server.stop() }
            try await DownloadPlace.with { place in
                let log = ProgressLog()
                let task = Task { await place.download(from: server, onProgress: log.add) }
                await log.wait(for: Export.half)
                let start = ContinuousClock.now
                task.cancel()
                guard case .cancelled = await task.value else {
                    Issue.record("not cancelled")
                    return
                }
                let time = ContinuousClock.now - start
                #expect(time < .milliseconds(100) + StallMeter.shared.stall(since: start))
                try #expect(place.contents() == place.leftover)
                #expect(await place.download(from: server) == nil)
                #expect(server.requests.last?.field("Range") == "bytes=150000-")
                try #expect(place.bytes() == Export.bytes)
            }
        }

        @Test func aDownloadCancelledBeforehandTouchesNothing() async throws {
            let server = try ScriptedServer(Export.whole())
            defer { server.stop() }
            try await withTemporaryFolder { folder in
                let place = DownloadPlace(folder: folder.appending(path: "a"))
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await place.download(from: server)
                }
                guard case .cancelled = await task.value else {
                    Issue.record("not cancelled")
                    return
                }
                try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
                #expect(server.requests.isEmpty)
            }
        }

        @Test func aServerThatFallsSilentIsWaitedForNoLongerThanTheTimeout() async throws {
            let server = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half, waits: true), Export.part()])
            defer { server.stop() }
            try await DownloadPlace.with { place in
                let log = ProgressLog()
                let failure = await place.download(
                    from: server, EndpointRules(timeout: .milliseconds(700)), onProgress: log.add)
                let end = ContinuousClock.now
                guard case .timedOut = failure else {
                    Issue.record("\(String(describing: failure))")
                    return
                }
                let start = try #require(log.lastTime)
                let time = end - start
                let stall = StallMeter.shared.stall(since: start)
                #expect(time > .milliseconds(690) && time < .milliseconds(800) + stall)
                try #expect(place.contents() == place.leftover)
                #expect(await place.download(from: server) == nil)
                try #expect(place.bytes() == Export.bytes)
            }
        }

        @Test func aSlowServerMayTakeLongerThanTheTimeout() async throws {
            let server = try ScriptedServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
                for _ in 0..<6 {
                    // The server is slow: that is what is tested.
                    Thread.sleep(forTimeInterval: 0.2)
                    connection.send("a")
                }
            }
            defer { server.stop() }
            try await DownloadPlace.with { place in
                #expect(await place.download(from: server, EndpointRules(timeout: .milliseconds(700))) == nil)
                try #expect(place.bytes() == Array("aaaaaa".utf8))
            }
        }

        @Test func manyDownloadsToTheSameFileNeverMix() async throws {
            let server = try ScriptedServer(Export.whole(bytes: Array("whole".utf8)))
            defer { server.stop() }
            try await DownloadPlace.with { place in
                let failures = await withTaskGroup(of: [DownloadError].self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            var failures: [DownloadError] = []
                            for _ in 0..<50 {
                                if let failure = await place.download(from: server) { failures.append(failure) }
                            }
                            return failures
                        }
                    }
                    return await group.reduce([], +)
                }
                for failure in failures {
                    if case .invalidRequest(EndpointDownloadError.destinationInUse) = failure { continue }
                    Issue.record("\(failure)")
                }
                #expect(failures.count < 400)
                try #expect(place.bytes() == Array("whole".utf8))
                try #expect(place.contents() == ["export.zip"])
            }
        }
    }
}
