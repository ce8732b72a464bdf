import EndpointCompliance
import EndpointObservability
import EndpointSupport
import EndpointTesting
import Foundation
import Testing

/// Tests of the events for failures that concern more than one call.
@Suite(.serialized, .timeLimit(.minutes(1))) struct EventTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var kind: EndpointEvent.Kind
        var error: EndpointErrorKind
        var script: ScriptedServer.Script?
        var testDescription: String { "\(kind)" }
    }

    private static let cases = [
        Case(kind: .serverUnreachable, error: .serverUnreachable, script: nil),
        Case(kind: .serverNotResponding, error: .serverNotResponding) { _, connection in connection.close() },
        Case(kind: .unauthorized, error: .unacceptableStatus) { _, connection in
            connection.respond("401 Unauthorized", ["WWW-Authenticate: Bearer"])
        },
    ]

    /// Calls a closure with a URL whose server behaves as the case says.
    private func withURL(of test: Case, path: String, _ body: (URL) async throws -> Void) async throws {
        guard let script = test.script else {
            return try await body(#require(URL(string: "http://127.0.0.1:\(ScriptedServer.refusedPort())/\(path)")))
        }
        let server = try ScriptedServer(script)
        defer { server.stop() }
        try await body(server.url(path))
    }

    /// Collects the notifications about one URL.
    private final class Observer: @unchecked Sendable {
        private let lock = NSLock()
        private var events: [EndpointEvent] = []
        private var token: (any NSObjectProtocol)?

        init(_ url: URL) {
            token = NotificationCenter.default.addObserver(forName: .endpointEvent, object: nil, queue: nil) { [self] in
                guard let event = $0.endpointEvent, event.request.url == url else { return }
                lock.withLock { events.append(event) }
            }
        }

        /// Stops observing, and returns the events that have arrived.
        func stop() -> [EndpointEvent] {
            if let token { NotificationCenter.default.removeObserver(token) }
            return lock.withLock { events }
        }
    }

    @Test(arguments: cases)
    func reportsAFailureAsAnEventAndANotification(_ test: Case) async throws {
        try await withURL(of: test, path: "events") { url in
            var controller: Controller? = Controller(middleware: [BearerToken("s3cret", origin: url)])
            let observer = Observer(url)
            let events = try #require(controller?.events)
            let error = await failure { () throws(LoadError) in _ = try await controller?.load(GetStatus(url: url)) }

            let reported = await all(events, whenReleasing: &controller)
            #expect(reported.map(\.kind) == [test.kind])
            #expect(reported.first?.request.url == url)
            #expect((reported.first?.error as? LoadError)?.kind == test.error)
            let posted = observer.stop()
            #expect(posted.map(\.kind) == [test.kind])
            #expect("\(posted.first?.error as Any)" == "\(error as Any)")
            #expect(posted.first?.request.value(forHTTPHeaderField: "Authorization") == nil)
        }
    }

    @Test(arguments: cases)
    func doesNotReportOrPrintASilentFailure(_ test: Case) async throws {
        struct Ping: EndpointType, MethodProviderType, URLProviderType, RulesProviderType {
            var rules: EndpointRules { EndpointRules(failsSilently: failsSilently) }
            var url: URL?
            var method: HTTPMethod { .get }
            var failsSilently: Bool { true }
        }
        try await withURL(of: test, path: "silence") { url in
            let printed = Lines()
            var controller: Controller? = Controller(middleware: [DebugPrinter { printed.append($0) }])
            let observer = Observer(url)
            let events = try #require(controller?.events)
            let silent = await failure { () throws(LoadError) in
                _ = try await controller?.load(Ping(url: url).parsed(by: .response))
            }
            #expect(silent?.kind == test.error)
            #expect(observer.stop().isEmpty)
            #expect(printed.all.isEmpty)
            // The next call is not silent.
            let loud = await failure { () throws(LoadError) in _ = try await controller?.load(GetStatus(url: url)) }
            #expect(loud?.kind == test.error)
            let kinds = await all(events, whenReleasing: &controller).map(\.kind)
            #expect(kinds == [test.kind])
            #expect(!printed.all.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func endsACallWhileAnObserverOfItsNotificationBlocks() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(ScriptedServer.refusedPort())/blocked"))
        let hasEnded = DispatchSemaphore(value: 0)
        let (waited, wait) = AsyncStream<DispatchTimeoutResult>.makeStream()
        let observer = NotificationCenter.default.addObserver(forName: .endpointEvent, object: nil, queue: nil) {
            if $0.endpointEvent?.request.url == url { wait.yield(hasEnded.wait(timeout: .now() + 60)) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let error = await failure { () throws(LoadError) in _ = try await Controller().load(GetStatus(url: url)) }
        hasEnded.signal()
        #expect(error?.kind == .serverUnreachable)
        for await result in waited {
            #expect(result == .success)
            break
        }
    }

    /// In an app, the queue would be the main queue, whose thread the call blocks.
    @Test("Ends a blocking call whose queue is the queue of an observer", .timeLimit(.minutes(1)))
    func observerOnTheQueueOfTheCall() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(ScriptedServer.refusedPort())/queue"))
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let (steps, step) = AsyncStream<String>.makeStream()
        let observer = NotificationCenter.default.addObserver(
            forName: .endpointEvent, object: nil, queue: queue
        ) {
            if $0.endpointEvent?.request.url == url { step.yield("observed") }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        queue.addOperation {
            _ = try? Controller().loadAndWait(GetStatus(url: url))
            step.yield("ended")
        }
        var seen: [String] = []
        for await step in steps.prefix(2) { seen.append(step) }
        #expect(seen == ["ended", "observed"])
    }

    @Test func sendsNoEventForA404() async throws {
        let server = try ScriptedServer.json("{}", "404 Not Found")
        defer { server.stop() }
        var controller: Controller? = Controller(baseURL: server.url())
        let events = try #require(controller?.events)
        _ = await failure { () throws(LoadError) in _ = try await controller?.load(GetUser()) }
        let kinds = await all(events, whenReleasing: &controller).map(\.kind)
        #expect(kinds == [])
    }

    @Test func keepsTheNewest100EventsThatHaveNotBeenRead() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .unreachable)
        var controller: Controller? = Controller(baseURL: URL(string: "https://example.com/"), transport: stub)
        let events = try #require(controller?.events)
        let readEvents = try #require(controller?.events)
        for id in 0...100 {
            _ = await failure { () throws(LoadError) in _ = try await controller?.load(GetUser(id: id)) }
        }
        // At their end, all events have been sent.
        _ = await all(readEvents, whenReleasing: &controller)
        let paths = await all(events, whenReleasing: &controller).map { $0.request.url?.path }
        #expect(paths == (1...100).map { "/users/\($0)" })
    }

    /// Releases a controller, which ends its events, and returns the events.
    private func all(
        _ events: some AsyncSequence<EndpointEvent, Never>, whenReleasing controller: inout Controller?
    ) async -> [EndpointEvent] {
        controller = nil
        var all: [EndpointEvent] = []
        for await event in events { all.append(event) }
        return all
    }
}

/// Lines that are printed from any thread.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    func append(_ line: String) {
        lock.withLock { lines.append(line) }
    }
}
