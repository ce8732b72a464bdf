import EndpointCompliance
import EndpointController
import Foundation
import Testing
import Transports

/// Tests with slow cancellation handlers: Swift resumes a cancelled task only after its handlers have returned.
///
/// They run one after the other, because each handler holds up a thread of the pool, which may have only two threads.
@Suite(.serialized) struct CancellationHandlerTests {
    @Test func doesNotDelayOtherCallsWhileACancellationHandlerBlocks() async throws {
        let (arrived, arrival) = AsyncStream<Void>.makeStream()
        let silent = try ScriptedServer { _, connection in
            arrival.yield()
            connection.waitForEnd()
        }
        let server = try ScriptedServer.json(User.json)
        defer { for server in [silent, server] { server.stop() } }
        let hasLoaded = DispatchSemaphore(value: 0)
        let (waited, wait) = AsyncStream<DispatchTimeoutResult>.makeStream()
        // Swift makes the thread that resumes the call wait for the handler; it may be the only thread for all other
        // tasks.
        let call = Task(executorPreference: QueueExecutor()) {
            await withTaskCancellationHandler {
                _ = try? await Controller(baseURL: silent.url()).load(GetUser())
            } onCancel: {
                wait.yield(hasLoaded.wait(timeout: .now() + 60))
            }
        }
        for await _ in arrived { break }
        DispatchQueue(label: "cancelling").async { call.cancel() }
        for _ in 0..<10 { #expect(try await Controller(baseURL: server.url()).load(GetUser()) == .ada) }
        hasLoaded.signal()
        for await result in waited {
            #expect(result == .success)
            break
        }
        await call.value
    }

    @Test(arguments: CheckedTransport.all)
    func throwsCancelledWhenTheConnectionFailsDuringTheHandler(_ checked: CheckedTransport) async throws {
        let (arrived, arrival) = AsyncStream<Void>.makeStream()
        let failing = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
            arrival.yield()
            connection.waitForEnd()
        }
        let server = try ScriptedServer.json(User.json)
        defer { for server in [failing, server] { server.stop() } }
        let controller = Controller(baseURL: server.url(), transport: checked.transport)
        let failingController = Controller(baseURL: failing.url(), transport: checked.transport)
        let call = Task(executorPreference: QueueExecutor()) {
            await withTaskCancellationHandler {
                await failure { () throws(LoadError) in _ = try await failingController.load(GetUser()) }
            } onCancel: {
                failing.stop()
                // The calls after the end of the connection show that it has been noticed.
                for _ in 0..<10 { _ = try? controller.loadAndWait(GetUser()) }
            }
        }
        for await _ in arrived { break }
        DispatchQueue(label: "cancelling").async { call.cancel() }
        let error = await call.value
        guard case .cancelled = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
