import EndpointController
import EndpointSupport
import Foundation
import TestSupport
import Testing

@Suite("Bodies with empty chunks", .timeLimit(.minutes(2)))
struct EmptyChunkTests {
    private final class Source: Sendable {
        let released: AsyncStream<Void>.Continuation

        init(_ released: AsyncStream<Void>.Continuation) {
            self.released = released
        }

        deinit {
            released.finish()
        }
    }

    @Test("Ends a call in time, and releases the body, although empty chunks arrive forever")
    func endless() async {
        let (released, continuation) = AsyncStream<Void>.makeStream()
        let unused = Locked<Source?>(Source(continuation))
        let transport = Answering { request in
            let source = unused.withLock { $0.take() }
            let body = EndpointResponseBody { withExtendedLifetime(source) { Data() } }
            return EndpointStreamedResponse(head: EndpointResponseHead(url: request.url, statusCode: 200), body: body)
        }
        let rules = EndpointRules(timeout: .milliseconds(50))
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport, rules: rules)
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<Data>(path: "log")) }
        #expect(error?.kind == .timedOut)
        // On a busy machine, the time may be over before the transport is called.
        unused.withLock { $0 = nil }
        for await _ in released {}
    }

    @Test("Skips empty chunks")
    func skipped() async throws {
        let chunks = Locked<[String]>(["", "a", "", "", "b", ""])
        let body = EndpointResponseBody {
            chunks.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
        }
        #expect(try await body.reduce(into: []) { $0.append($1) } == [Data("a".utf8), Data("b".utf8)])
    }
}
