#if os(Linux)
import EndpointCompliance
import EndpointTransports
import Foundation
import FoundationNetworking

/// Runs tasks on the thread that enqueues them: a forked process has no other thread.
private final class SameThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Sends a request, forks, and sends a request in both processes.
func loadInForkedProcess() async throws {
    let server = try ScriptedServer { _, connection in connection.respond(body: "fine") }
    defer { server.stop() }
    let url = server.url()
    print(try await text(url))
    fflush(nil)
    // Swift does not import the function.
    let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
    let child = fork()
    if child == 0 {
        // Ends the process if the call hangs.
        alarm(10)
        await withTaskExecutorPreference(SameThread()) {
            do {
                print(try await text(url))
            } catch {
                print(error)
            }
            fflush(nil)
            _exit(0)
        }
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    print(status, try await text(url))
}

private func text(_ url: URL) async throws -> String {
    let response = try await CurlTransport.shared.send(URLRequest(url: url), context: EndpointTransportContext())
    return String(decoding: try await response.body.reduce(into: Data()) { $0 += $1 }, as: UTF8.self)
}
#endif
