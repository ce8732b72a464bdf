import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite("Cancellation at awkward moments", .timeLimit(.minutes(1)))
struct CancellationTests {
    @Test("Sends nothing in a call whose task is already cancelled")
    func alreadyCancelled() async throws {
        let sent = Collected<URLRequest>()
        let api = controller { request in
            sent.append(request)
            return "[]"
        }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await #expect(throws: LoadError.self) { try await api.load(GetNumbers()) }
        }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        #expect(sent.all.isEmpty)
    }

    @Test("Throws cancelled if a middleware throws its own error because its call is cancelled")
    func errorOfMiddleware() async throws {
        struct Interrupted: Error {}
        let (entries, entry) = AsyncStream<Void>.makeStream()
        let api = controller(
            Looking { _, _ in
                entry.yield()
                do {
                    try await Task.sleep(for: .seconds(3_600))
                } catch {
                    throw Interrupted()
                }
            }
        ) { _ in "[]" }
        let task = Task { await #expect(throws: LoadError.self) { try await api.load(GetNumbers()) } }
        for await _ in entries.prefix(1) {}
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
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
}
