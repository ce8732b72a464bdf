import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("Loading while the calling thread waits", .timeLimit(.minutes(1)))
struct LoadAndWaitTests {
    private static func loadOnNewThread(_ api: Controller) async -> Result<[Int], LoadError> {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result { () throws(LoadError) in try api.loadAndWait(GetNumbers()) })
            }
        }
    }

    @Test("Returns the payload")
    func payload() async throws {
        let api = controller { _ in "[1, 2]" }
        #expect(try await Self.loadOnNewThread(api).get() == [1, 2])
    }

    @Test("Ends at the deadline of the call")
    func deadline() async {
        let sleeping = Looking { _, _ in try await Task.sleep(for: .seconds(3_600)) }
        let api = controller(sleeping, rules: EndpointRules(timeout: .milliseconds(20))) { _ in "[]" }
        let result = await Self.loadOnNewThread(api)
        let error = #expect(throws: LoadError.self) { try result.get() }
        #expect(error?.kind == .timedOut)
    }

    @Test("Refuses to wait within a task, says to use load, and sends nothing")
    func task() async {
        let sent = Collected<URLRequest>()
        let api = controller { request in
            sent.append(request)
            return "[]"
        }
        @Sendable func wait() -> Result<[Int], LoadError> {
            Result { () throws(LoadError) in try api.loadAndWait(GetNumbers()) }
        }
        let error = #expect(throws: LoadError.self) { try wait().get() }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.description.contains("Call load(_:) with await.") == true)
        #expect(sent.all.isEmpty)
    }
}
