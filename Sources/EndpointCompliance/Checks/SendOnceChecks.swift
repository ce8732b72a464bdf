import EndpointTransports
import Foundation

/// Checks that a request that is not idempotent is sent at most once.
enum SendOnceChecks {
    static let all: [ComplianceCheck] =
        Drop.allCases.map { drop in
            ComplianceCheck(
                .sendOnce,
                "a request that is not idempotent is sent once when a reused connection drops: \(drop.rawValue)"
            ) {
                try await sendsOnceWhenAReusedConnectionDrops($0, drop)
            }
        } + [
            ComplianceCheck(
                .sendOnce, "a POST is sent once when its response breaks off", sendsOnceWhenTheResponseBreaksOff),
            ComplianceCheck(
                .sendOnce, "a connection that closed unnoticed does not fail an idempotent request",
                aClosedConnectionDoesNotFailAnIdempotentRequest),
            ComplianceCheck(
                .sendOnce, "on a connection that closed unnoticed, POST and PATCH succeed or fail at once",
                endsPOSTAndPATCHAtOnceOnAClosedConnection),
            ComplianceCheck(
                .sendOnce, "a request that is sent again is sent whole", sendsTheWholeBodyAgain),
            ComplianceCheck(.sendOnce, "each of 100 dropped POST requests is sent once", sendsEachDroppedRequestOnce),
        ]

    private enum Drop: String, CaseIterable {
        case close, reset
        case closeWithinHead = "close within the head"
        case closeLate = "late close"
    }

    /// Returns a server that answers `/first` and drops any other request, on every connection.
    private static func server(_ drop: Drop, _ trial: Trial) throws -> ScriptedServer {
        try trial.server { request, connection in
            if request.target == "/first" { return connection.respond(body: "first") }
            switch drop {
            case .close: connection.close()
            case .reset: connection.reset()
            case .closeWithinHead:
                // On Linux, `URLSession` may terminate the process if a head ends before its `Content-Length`.
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Ty")
                connection.close()
            case .closeLate:
                Thread.sleep(forTimeInterval: 0.2)
                connection.close()
            }
        }
    }

    private static func sendsOnceWhenAReusedConnectionDrops(_ trial: Trial, _ drop: Drop) async throws {
        let requests: [(HTTPMethod, String?)] = [
            (.post, "the body"), (.post, nil), (.patch, "the body"), ("BREW", "the body"),
        ]
        for (method, body) in requests {
            let server = try server(drop, trial)
            // Open at least one connection that can be reused.
            for _ in 0..<3 { try await trial.load(Probe(.get, "first"), from: server) }
            try await trial.load(Probe(method, "first", body: .text("x")), from: server)
            try await Expect.failure(.notResponding, "the \(method)") {
                try await trial.load(Probe(method, "second", body: body.map { .text($0) }), from: server)
            }
            let arrived = server.requests.filter { $0.target == "/second" }
            try Expect.equal("what arrived of one \(method)", arrived.map(\.method), [method.rawValue])
            try Expect.equal("the body of the \(method)", arrived.first?.body, Array((body ?? "").utf8))
        }
    }

    private static func sendsOnceWhenTheResponseBreaksOff(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst")
            connection.reset()
        }
        do {
            let answer = try await trial.load(Probe(.post, body: .text("x")), from: server)
            throw Mismatch("expected an error", found: answer)
        } catch is EndpointTransportError {}
        try Expect.equal("the requests", server.requests.count, 1)
    }

    /// Returns a server that closes each connection after a response without `Connection: close`.
    private static func closingServer(_ trial: Trial) throws -> ScriptedServer {
        try trial.server { request, connection in
            connection.respond(body: request.method == "HEAD" ? "" : request.method)
            connection.close()
        }
    }

    private static func aClosedConnectionDoesNotFailAnIdempotentRequest(_ trial: Trial) async throws {
        let server = try closingServer(trial)
        let methods = [HTTPMethod.get, .put, .get, .delete, .put, .head, .get]
        for method in methods {
            let hasBody = method == .put || method == .delete
            let answer = try await trial.load(Probe(method, body: hasBody ? .text("x") : nil), from: server)
            try Expect.equal("the body of \(method)", answer.body, Data((method == .head ? "" : method.rawValue).utf8))
        }
        try Expect.equal("the requests", server.requests.map(\.method), methods.map(\.rawValue))
    }

    private static func endsPOSTAndPATCHAtOnceOnAClosedConnection(_ trial: Trial) async throws {
        let server = try closingServer(trial)
        for (number, method) in [HTTPMethod.post, .patch, .post, .patch].enumerated() {
            // Open a connection, which the server closes.
            try await trial.load(from: server)
            let start = ContinuousClock.now
            let target = "\(number)"
            do {
                let answer = try await trial.load(Probe(method, target, body: .text("x")), from: server)
                try Expect.equal("the body of \(method)", answer.body, Data(method.rawValue.utf8))
            } catch let error as EndpointTransportError {
                try Expect.failure(.notResponding, "the \(method)", error)
            }
            try Expect.end("the \(method)", .now, at: start, within: .seconds(1))
            let count = server.requests.count { $0.target == "/" + target }
            try Expect.that("one \(method) at most", count <= 1, found: count)
        }
    }

    private static func sendsTheWholeBodyAgain(_ trial: Trial) async throws {
        for method in [HTTPMethod.put, .delete, "QUERY"] {
            let server = try trial.server { request, connection in
                guard connection.requestCount == 1 else { return connection.close() }
                connection.respond(body: String(decoding: request.body, as: UTF8.self))
            }
            for _ in 0..<3 {
                try await trial.load(from: server)
                let answer = try await trial.load(Probe(method, body: .text("the whole body")), from: server)
                try Expect.equal("the body of the \(method)", answer.body, Data("the whole body".utf8))
            }
        }
    }

    private static func sendsEachDroppedRequestOnce(_ trial: Trial) async throws {
        let server = try server(.close, trial)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await trial.load(Probe(.get, "first"), from: server)
                    try await Expect.failure(.notResponding, "the POST") {
                        try await trial.load(Probe(.post, "\(number)", body: .text("x")), from: server)
                    }
                }
            }
            try await group.waitForAll()
        }
        let arrived = server.requests.map(\.target).filter { $0 != "/first" }
        try Expect.equal("what arrived", arrived.sorted(), (0..<100).map { "/\($0)" }.sorted())
    }
}
