#if os(Linux)
import EndpointCompliance
import EndpointController
import Foundation
import FoundationNetworking
import Programs
import Synchronization

private typealias Controller = EndpointController<EndpointDefaultServerError>

private func controller(_ url: URL, _ authority: String) -> Controller {
    let settings = ConnectionSettings(certificateAuthorities: URL(filePath: authority))
    return Controller(baseURL: url, transport: CurlTransport(settings))
}

func load(_ url: URL, over proxy: ConnectionSettings.Proxy) async throws -> String {
    let transport = CurlTransport(ConnectionSettings(proxy: proxy))
    return try await Controller(baseURL: url, transport: transport).load(RESTEndpoint<String>(path: ""))
}

private let loadsBeforeExit = Atomic(Int.random(in: 16...100))

/// Exits with status 0 while 16 loads are in flight, after a random number of others.
func exitDuringLoads(_ url: URL, _ authority: String) async throws {
    let controller = controller(url, authority)
    try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<16 {
            group.addTask {
                while true {
                    _ = try await controller.load(RESTEndpoint<String>(path: ""))
                    if loadsBeforeExit.subtract(1, ordering: .relaxed).newValue == 0 { exit(0) }
                }
            }
        }
    }
}

/// Releases transports while a part of their response is still to come.
func releaseTransports(_ count: Int) async throws {
    let turns = DispatchSemaphore(value: 0)
    let server = try ScriptedServer(isRecording: false) { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
        turns.wait()
        connection.send("then.")
    }
    defer { server.stop() }
    func isWhole() async throws -> Bool {
        let request = URLRequest(url: server.url())
        let response = try await CurlTransport().send(request)
        turns.signal()
        return try await response.body.reduce(into: Data()) { $0 += $1 } == Data("firstthen.".utf8)
    }
    try await printResourcesLeft {
        var whole = 0
        for _ in 0..<count where try await isWhole() { whole += 1 }
        print(whole)
    }
}

/// Cancels loads after up to 5 ms.
func cancelLoads(_ count: Int) async throws {
    let body = String(repeating: "x", count: 500_000)
    let server = try ScriptedServer(isRecording: false) { _, connection in connection.respond(body: body) }
    defer { server.stop() }
    try await printResourcesLeft {
        let controller = Controller(baseURL: server.url(), transport: CurlTransport())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 16 { await group.next() }
                group.addTask {
                    let load = Task { try await controller.load(RESTEndpoint<Data>(path: "")) }
                    try? await Task.sleep(for: .microseconds(Int.random(in: 0...5_000)))
                    load.cancel()
                    _ = await load.result
                }
            }
        }
    }
}

/// Prints how many threads of transports, and how many file descriptors, a closure leaves behind.
private func printResourcesLeft(_ body: () async throws -> Void) async throws {
    // The first load opens file descriptors that the process keeps open.
    let server = try ScriptedServer { _, connection in connection.respond() }
    try await Controller(baseURL: server.url(), transport: CurlTransport()).load(RESTEndpoint<Void>(path: ""))
    server.stop()
    let before = (try await numberAtRest(loopThreads), try await descriptorsAtRest())
    try await body()
    print(try await numberAtRest(loopThreads) - before.0, try await descriptorsAtRest() - before.1)
}

/// Returns the number of threads that send requests.
private func loopThreads() throws -> Int {
    let tasks = "/proc/self/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).count { task in
        (try? String(contentsOfFile: "\(tasks)/\(task)/comm", encoding: .utf8))?.hasPrefix("Endpoint.Curl") == true
    }
}

private let pipes = Atomic(0)
private let terminations = Atomic(0)

/// Lets this thread handle signals: the process that started this one, or Dispatch, may have blocked them.
private func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// Handles signals while connections break.
func handleSignals(_ url: URL, _ authority: String) async {
    unblockSignals()
    signal(SIGPIPE) { _ in pipes.add(1, ordering: .relaxed) }
    signal(SIGTERM) { _ in terminations.add(1, ordering: .relaxed) }
    let controller = controller(url, authority)
    for _ in 0..<200 {
        _ = try? await controller.load(RESTEndpoint<Void>(.post, path: "", body: .data(Data(count: 1_000_000))))
    }
    print(pipes.load(ordering: .relaxed), terminations.load(ordering: .relaxed))
    unblockSignals()
    raise(SIGPIPE)
    raise(SIGTERM)
    print(pipes.load(ordering: .relaxed), terminations.load(ordering: .relaxed))
}
#endif
