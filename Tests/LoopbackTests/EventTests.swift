import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests of the events for failures that concern more than one call.
@Suite(.serialized) struct EventTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        var kind: EndpointEvent.Kind
        var name: Notification.Name
        var script: ScriptedServer.Script?
        var testDescription: String { name.rawValue }
    }

    private static let cases = [
        Case(kind: .serverUnreachable, name: .endpointServerUnreachable, script: nil),
        Case(kind: .serverNotResponding, name: .endpointServerNotResponding) { _, connection in connection.close() },
        Case(kind: .unauthorized, name: .endpointUnauthorized) { _, connection in
            connection.respond("401 Unauthorized", ["WWW-Authenticate: Bearer"])
        },
    ]

    /// Collects the notifications about one URL.
    private final class Observer: @unchecked Sendable {
        private let lock = NSLock()
        private var events: [EndpointEvent] = []
        private var token: (any NSObjectProtocol)?

        init(_ name: Notification.Name, _ url: URL) {
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [self] in
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

    @Test(arguments: 0..<3)
    func reportsAFailureAsAnEventAndANotification(number: Int) async throws {
        let test = Self.cases[number]
        let server = try ScriptedServer(test.script ?? { _, _ in })
        if test.script == nil { server.stop() }
        defer { server.stop() }
        let url = server.url("events")
        let controller = Controller(middleware: [BearerToken("s3cret", origin: url)])
        let observer = Observer(test.name, url)
        let events = controller.events
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetStatus(url: url)) }

        for await event in events {
            #expect(event.kind == test.kind)
            #expect(event.request.url == url)
            #expect(event.error is LoadError)
            break
        }
        let posted = observer.stop()
        #expect(posted.map(\.kind) == [test.kind])
        #expect("\(posted.first?.error as Any)" == "\(error as Any)")
        #expect(posted.first?.request.value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test(arguments: 0..<3)
    func doesNotReportOrPrintASilentFailure(number: Int) async throws {
        struct Ping: EndpointType, MethodProviderType, URLProviderType, SilentFailureProviderType {
            var url: URL?
            var method: HTTPMethod { .get }
            var failsSilently: Bool { true }
        }
        let test = Self.cases[number]
        let server = try ScriptedServer(test.script ?? { _, _ in })
        if test.script == nil { server.stop() }
        defer { server.stop() }
        let url = server.url("silence")
        let printed = Lines()
        let controller = Controller(middleware: [DebugPrinter { printed.append($0) }])
        let observer = Observer(test.name, url)
        let events = controller.events
        let silent = await failure { () throws(LoadError) in
            _ = try await controller.load(Ping(url: url), parser: .response)
        }
        #expect(silent != nil)
        #expect(observer.stop().isEmpty)
        #expect(printed.all.isEmpty)
        // The first event belongs to the next call, which is not silent.
        let loud = await failure { () throws(LoadError) in _ = try await controller.load(GetStatus(url: url)) }
        #expect(loud != nil)
        for await event in events {
            #expect(event.request.url == url)
            break
        }
        #expect(!printed.all.isEmpty)
    }

    @Test func sendsNoEventForA404() async throws {
        let server = try ScriptedServer.json("{}", "404 Not Found")
        defer { server.stop() }
        var controller: Controller? = Controller(baseURL: server.url())
        let events = try #require(controller?.events)
        _ = await failure { () throws(LoadError) in _ = try await controller?.load(GetUser()) }
        controller = nil
        // The events end when the controller is released.
        for await event in events { Issue.record("\(event)") }
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
