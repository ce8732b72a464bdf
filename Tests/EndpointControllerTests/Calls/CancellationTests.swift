import Dispatch
import EndpointController
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("Cancellation at awkward moments")
struct CancellationTests {
    @Test("Sends nothing in a call whose task is already cancelled, whether it blocks or not")
    func alreadyCancelled() async throws {
        let sent = Collected<URLRequest>()
        let api = try controller { request in
            sent.append(request)
            return "[]"
        }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            let error = await #expect(throws: LoadError.self) { try await api.load(GetNumbers()) }
            #expect(error?.kind == .cancelled)
            return Self.result(of: api)
        }
        task.cancel()
        guard case .failure(.cancelled) = await task.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(sent.all.isEmpty)
    }

    @Test("Cancels the work of a cancelled call although the global dispatch queue is busy")
    func busyQueue() async throws {
        let (starts, start) = AsyncStream<Void>.makeStream()
        let api = try controller(
            Looking { _, _ in
                start.yield()
                let (endless, _) = AsyncStream<Void>.makeStream()
                for await _ in endless {}
                // The loop has ended because the task was cancelled.
                start.finish()
            }
        ) { _ in "[]" }
        let (release, expired) = (DispatchSemaphore(value: 0), Locked(0))
        // On Linux, tasks of medium priority use the global queue too.
        let work = Task(priority: .userInitiated) {
            for _ in 0..<40 {
                DispatchQueue.global().async {
                    if release.wait(timeout: .now() + 20) == .timedOut { expired.withLock { $0 += 1 } }
                }
            }
            let call = Task { try await api.load(GetNumbers()) }
            for await _ in starts { call.cancel() }
            for _ in 0..<40 { release.signal() }
        }
        await work.value
        #expect(expired.withLock(\.self) == 0)
    }

    @Test("Blocks the thread of a middleware for a task that makes another call")
    func bridge() async throws {
        let login = try controller { _ in "[7]" }
        let bridge = Looking { _, _ in
            Self.wait { _ = try? await login.load(GetNumbers()) }
        }
        let api = try controller(bridge, rules: EndpointRules(timeout: .seconds(60))) { _ in "[1]" }
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Self.result(of: api)) }
        }
        #expect(try result.get() == [1])
    }

    @Test("Ends a silent stream in time while a transport blocks in whenAbandoned", .timeLimit(.minutes(1)))
    func blockedTransport() async throws {
        @Sendable func read(_ onAbandoned: @escaping @Sendable () -> Void) async -> LoadError? {
            let transport = Answering { request in
                let channel = EndpointResponseChannel()
                channel.whenAbandoned(onAbandoned)
                channel.send(EndpointResponseHead(url: request.url, statusCode: 200))
                return try await channel.response()
            }
            let api = Controller(
                baseURL: URL(string: "https://example.com/api/"), transport: transport,
                rules: EndpointRules(timeout: .milliseconds(200)))
            do {
                for try await _ in try await api.stream(GetNumbers()).body {}
                return nil
            } catch {
                return error as? LoadError
            }
        }
        let end = DispatchSemaphore(value: 0)
        let (blocks, block) = AsyncStream<Void>.makeStream()
        let first = Task {
            await read {
                block.finish()
                end.wait()
            }
        }
        for await _ in blocks {}
        #expect(await read {}?.kind == .timedOut)
        end.signal()
        #expect(await first.value?.kind == .timedOut)
    }

    @Test("Ends a stream in time whose body is silent, and does not come from a channel", .timeLimit(.minutes(1)))
    func silentBody() async throws {
        let (silence, _) = AsyncStream<Data>.makeStream()
        let transport = Answering { request in
            let body = EndpointResponseBody {
                for await chunk in silence { return chunk }
                throw CancellationError()
            }
            return EndpointStreamedResponse(head: EndpointResponseHead(url: request.url, statusCode: 200), body: body)
        }
        let rules = EndpointRules(timeout: .milliseconds(20))
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport, rules: rules)
        // Other tests may hold up all threads until the time for the head is over. Such a call proves nothing.
        var body: EndpointResponseBody?
        while body == nil { body = try? await api.stream(GetNumbers()).body }
        let silent = try #require(body)
        let error = await #expect(throws: LoadError.self) { for try await _ in silent {} }
        #expect(error?.kind == .timedOut)
    }

    private static func wait(for end: DispatchSemaphore) { end.wait() }

    private static func result(of api: Controller) -> Result<[Int], LoadError> {
        Result { () throws(LoadError) in try api.loadAndWait(GetNumbers()) }
    }

    private static func wait(for work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await work()
            done.signal()
        }
        done.wait()
    }
}
