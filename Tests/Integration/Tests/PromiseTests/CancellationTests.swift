import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing
import Transports

extension PromiseTests {
    /// A cancelled call ends at once, with exactly one outcome.
    @Suite struct CancellationTests {
        @Test(
            "Ends a cancelled load, wherever its response has come to", arguments: transports,
            [
                "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Ty",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour",
                "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n",
            ])
        func moments(_ transport: CheckedTransport, _ start: String) async throws {
            for method in [HTTPMethod.get, .post] {
                let arrived = Signal()
                let server = try ScriptedServer { _, connection in
                    connection.send(start)
                    arrived.send()
                    connection.waitForEnd()
                }
                defer { server.stop() }
                let controller = transport.controller(for: server)
                let load = Task {
                    defer { arrived.send() }
                    return try await controller.load(Probe(method))
                }
                await arrived.wait()
                load.cancel()
                await expectFailure(.cancelled) { try await load.value }
                // A redirect is followed as soon as its head has arrived, perhaps before the call is cancelled.
                if !start.contains("302") { #expect(server.requests.count == 1) }
            }
        }

        @Test("Does not send a load that is cancelled beforehand", arguments: transports, [HTTPMethod.get, .post])
        func beforehand(_ transport: CheckedTransport, _ method: HTTPMethod) async throws {
            let server = try ScriptedServer { _, connection in connection.respond() }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let load = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await controller.load(Probe(method))
            }
            await expectFailure(.cancelled) { try await load.value }
            #expect(server.requests.isEmpty)
        }

        @Test("Cancels the loads of a cancelled task", arguments: transports)
        func task(_ transport: CheckedTransport) async throws {
            let arrived = Signal()
            let server = try ScriptedServer { _, connection in
                arrived.send()
                connection.waitForEnd()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let parent = Task {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<16 {
                        group.addTask {
                            defer { arrived.send() }
                            await expectFailure(.cancelled) { try await controller.load(Probe(.get, "\(number)")) }
                        }
                    }
                }
            }
            await arrived.wait()
            parent.cancel()
            await parent.value
        }

        /// A way to call a controller.
        enum Way: CaseIterable, Sendable {
            case async, completion

            /// Starts a call, reports each outcome, and returns a closure that cancels the call.
            func start(
                _ endpoint: Probe,
                _ controller: Controller,
                report: @escaping @Sendable (Result<Data, LoadError>) -> Void
            ) -> @Sendable () -> Void {
                switch self {
                case .async:
                    let task = Task {
                        do throws(LoadError) {
                            report(.success(try await controller.load(endpoint)))
                        } catch {
                            report(.failure(error))
                        }
                    }
                    return { task.cancel() }
                case .completion:
                    let call = controller.load(endpoint) { report($0) }
                    return { call.cancel() }
                }
            }
        }

        @Test(
            "Ends each of 4,000 loads that are cancelled at random within a second, with one outcome",
            arguments: transports, Way.allCases)
        func randomMoments(_ transport: CheckedTransport, _ way: Way) async throws {
            let server = try ScriptedServer { _, connection in
                connection.respond(body: String(repeating: "x", count: 1_024))
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let (outcomes, outcome) = AsyncStream<Result<Data, LoadError>>.makeStream()
            var next = outcomes.makeAsyncIterator()
            let longest = try await longestWait(controller)
            var counts = (whole: 0, cancelled: 0)
            for number in 0..<4_000 {
                let cancel = way.start(Probe(number.isMultiple(of: 8) ? .post : .get), controller) {
                    outcome.yield($0)
                }
                try await Task.sleep(for: longest * .random(in: 0...1), tolerance: .zero)
                let start = ContinuousClock.now
                cancel()
                switch try #require(await next.next()) {
                case .success(let data):
                    #expect(data.count == 1_024)
                    counts.whole += 1
                case .failure(let error):
                    #expect(error.kind == .cancelled, "\(error)")
                    counts.cancelled += 1
                }
                // A call that misses its cancellation lasts until its timeout, which is 20 seconds.
                try #require(ContinuousClock.now - start < .seconds(10), "load \(number)")
            }
            #expect(counts.whole > 100 && counts.cancelled > 100, "\(counts)")
            // Load once more, so that a late second outcome of any call has time to arrive.
            _ = try await controller.load(Probe())
            outcome.finish()
            #expect(await next.next() == nil, "a second outcome")
        }

        /// Returns twice the median duration of a load, but at least 1.5 ms, so that about half of the loads end before
        /// they are cancelled.
        private func longestWait(_ controller: Controller) async throws -> Duration {
            var times: [Duration] = []
            for _ in 0..<20 {
                let start = ContinuousClock.now
                _ = try await controller.load(Probe())
                times.append(ContinuousClock.now - start)
            }
            return max(.microseconds(1_500), times.sorted()[times.count / 2] * 2)
        }

        /// A call that the server sees to its end.
        enum Left: CaseIterable, Sendable {
            case loopOverSilentStream, loopOverBusyStream, loadWithoutHead
        }

        // On Linux, `URLSession` keeps such connections open for up to 35 seconds.
        @Test(
            "Lets the server see within a second that a loop is left or a load is cancelled",
            arguments: CheckedTransport.all, Left.allCases)
        func endAtServer(_ transport: CheckedTransport, _ left: Left) async throws {
            let (arrived, ended) = (Signal(), Signal())
            let server = try ScriptedServer { _, connection in
                arrived.send()
                if left != .loadWithoutHead {
                    // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
                    connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
                    connection.send("Content-Type: text/event-stream\r\n\r\ndata: 1\n\n")
                }
                if left == .loopOverBusyStream {
                    while connection.send("data: 2\n\n") {}
                } else {
                    connection.waitForEnd()
                }
                connection.close()
                ended.send()
            }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            var time = Duration.zero
            // A busy machine may be slow once, but not each time.
            for _ in 0..<5 {
                let start: ContinuousClock.Instant
                if left == .loadWithoutHead {
                    let load = Task { try await controller.load(Probe(.post)) }
                    await arrived.wait()
                    start = .now
                    load.cancel()
                    await expectFailure(.cancelled) { try await load.value }
                } else {
                    for try await _ in controller.elements(of: Probe(.post).streamed(by: .events)) { break }
                    start = .now
                    await arrived.wait()
                }
                await ended.wait()
                time = .now - start
                if time < .seconds(1) { return }
            }
            Issue.record("The server sees the end after \(time).")
        }

        @Test("Lets a progress handler wait for other calls", arguments: transports)
        func progressHandler(_ transport: CheckedTransport) async throws {
            let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let isTold = Signal()
            let others = DispatchSemaphore(value: 0)
            let upload = Task {
                try await controller.upload(Probe(.put, body: .data(Data(count: 6_000_000)))) { _ in
                    isTold.send()
                    others.wait()
                    others.signal()
                }
            }
            await isTold.wait()
            for _ in 0..<10 { #expect(try await controller.load(Probe()) == Data("here".utf8)) }
            others.signal()
            #expect(try await upload.value == Data("here".utf8))
        }
    }
}
