import EndpointController
import Foundation

/// Checks that a call that takes too long ends within 100 ms of its deadline, wherever it hangs.
enum DeadlineChecks {
    static let all: [ComplianceCheck] =
        Delay.allCases.map { delay in
            ComplianceCheck(.deadlines, "a call ends in time when the server stops \(delay.rawValue)") {
                try await endsInTimeWhenTheServerStops($0, delay)
            }
        } + [
            ComplianceCheck(
                .deadlines, "a call ends in time, to the fraction of a second", endsInTimeToTheFractionOfASecond),
            ComplianceCheck(.deadlines, "a call ends in time on a reused connection", endsInTimeOnAReusedConnection),
            ComplianceCheck(
                .deadlines, "a call ends in time while the server reads nothing", endsInTimeWhileTheServerReadsNothing),
            ComplianceCheck(.deadlines, "all redirects together end in time", endsAChainOfRedirectsInTime),
            ComplianceCheck(
                .deadlines, "a redirect with an endless body ends in time", endsARedirectWithAnEndlessBodyInTime),
            ComplianceCheck(.deadlines, "a call ends in time while middleware sleeps", endsInTimeWhileMiddlewareSleeps),
            ComplianceCheck(.deadlines, "the timeout of an endpoint applies", usesTheTimeoutOfTheEndpoint),
            ComplianceCheck(.deadlines, "many calls at once end in time", endsManyCallsInTime),
        ]

    static let late = Duration.milliseconds(100)

    /// Expects that a call times out, neither early nor late.
    private static func expectTimeout(
        after timeout: Duration,
        _ subject: String = "the call",
        _ call: () async throws -> some Sendable
    ) async throws {
        let start = ContinuousClock.now
        try await Expect.failure(.timedOut, subject, of: call)
        let time = ContinuousClock.now - start
        let allowance = late + StallMeter.shared.stall(since: start + timeout)
        try Expect.time(subject, time, in: timeout..<timeout + allowance)
    }

    /// The point at which a server stops or slows down its response.
    private enum Delay: String, CaseIterable {
        case beforeTheHead = "before the head"
        case withinTheHead = "within the head"
        case beforeTheBody = "before the body"
        case withinTheBody = "within the body"
        case withinAChunk = "within a chunk"
        case byteByByte = "after each byte"

        func run(_ connection: ScriptedConnection) {
            let head = "HTTP/1.1 200 OK\r\n"
            switch self {
            case .beforeTheHead: break
            case .withinTheHead: connection.send(head + "Content-Length: 9\r\nContent-Ty")
            case .beforeTheBody: connection.send(head + "Content-Length: 9\r\n\r\n")
            case .withinTheBody: connection.send(head + "Content-Length: 9\r\n\r\nfour")
            case .withinAChunk: connection.send(head + "Transfer-Encoding: chunked\r\n\r\n9\r\nfour")
            case .byteByByte:
                connection.send(head + "Content-Length: 1000000\r\n\r\n")
                while connection.send("x") { Thread.sleep(forTimeInterval: 0.01) }
            }
            connection.waitForEnd()
        }
    }

    private static func endsInTimeWhenTheServerStops(_ trial: Trial, _ delay: Delay) async throws {
        for method in [HTTPMethod.get, .post] {
            let server = try trial.server { _, connection in delay.run(connection) }
            let timeout = Duration.milliseconds(100)
            let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
            try await expectTimeout(after: timeout, "the \(method)") { try await controller.load(Probe(method)) }
            server.stop()
        }
    }

    private static func endsInTimeToTheFractionOfASecond(_ trial: Trial) async throws {
        for timeout in [0, 1, 50, 333, 900, 1_100].map({ Duration.milliseconds($0) }) {
            let server = try trial.server { _, connection in connection.waitForEnd() }
            let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
            try await expectTimeout(after: timeout) { try await controller.load(Probe()) }
            server.stop()
        }
    }

    private static func endsInTimeOnAReusedConnection(_ trial: Trial) async throws {
        for method in [HTTPMethod.get, .post] {
            let server = try trial.server { request, connection in
                if request.target == "/first" { return connection.respond(body: "first") }
                // Close after the deadline, without a response.
                Thread.sleep(forTimeInterval: 1)
                connection.close()
            }
            let timeout = Duration.milliseconds(300)
            let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
            _ = try await controller.load(Probe(.get, "first"))
            try await expectTimeout(after: timeout, "the \(method)") {
                try await controller.load(Probe(method, "second"))
            }
            server.stop()
        }
    }

    private static func endsInTimeWhileTheServerReadsNothing(_ trial: Trial) async throws {
        let server = try trial.server(readingBodies: false) { _, connection in connection.waitToBeStopped() }
        let timeout = Duration.milliseconds(300)
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
        let body = HTTPBody.data(Data(count: 20_000_000))
        try await expectTimeout(after: timeout) { try await controller.load(Probe(.post, body: body)) }
    }

    private static func endsAChainOfRedirectsInTime(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            Thread.sleep(forTimeInterval: 0.05)
            connection.respond("302 Found", ["Location: /again"])
        }
        let timeout = Duration.milliseconds(300)
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
        try await expectTimeout(after: timeout) { try await controller.load(Probe()) }
        try Expect.that("several requests", server.requests.count > 1, found: server.requests.count)
    }

    private static func endsARedirectWithAnEndlessBodyInTime(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 302 Found\r\nLocation: /again\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("1\r\nx\r\n") { Thread.sleep(forTimeInterval: 0.01) }
        }
        let timeout = Duration.milliseconds(300)
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
        try await expectTimeout(after: timeout) { try await controller.load(Probe()) }
    }

    private struct Sleeping: EndpointMiddleware {
        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            try await Task.sleep(for: .seconds(30))
            return try await next(request)
        }
    }

    private static func endsInTimeWhileMiddlewareSleeps(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let timeout = Duration.milliseconds(200)
        let controller = trial.controller(
            for: server, middleware: [Sleeping()], rules: EndpointRules(timeout: timeout))
        try await expectTimeout(after: timeout) { try await controller.load(Probe()) }
        try Expect.equal("the requests", server.requests.count, 0)
    }

    private struct Hasty: BaseURLEndpointType, MethodProviderType, RulesProviderType {
        var method: HTTPMethod { .get }
        var rules: EndpointRules { EndpointRules(timeout: .milliseconds(150)) }
    }

    private static func usesTheTimeoutOfTheEndpoint(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.waitForEnd() }
        let controller = trial.controller(for: server)
        try await expectTimeout(after: .milliseconds(150)) { try await controller.load(Hasty().parsed(by: .response)) }
    }

    private static func endsManyCallsInTime(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.waitForEnd() }
        let timeout = Duration.milliseconds(300)
        let controller = trial.controller(for: server, rules: EndpointRules(timeout: timeout))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    try await expectTimeout(after: timeout) { try await controller.load(Probe()) }
                }
            }
            try await group.waitForAll()
        }
    }
}
