import Console
import EndpointResilience
import Foundation
import Loopback

/// The steps of the program.
struct Tour {
    /// Two servers with the same state.
    struct Servers {
        let state: ObjectStore
        let store: ObjectServer
        let mirror: ObjectServer

        /// Runs two servers for as long as the body runs.
        static func run(while body: @Sendable (Servers) async throws -> Void) async throws {
            let state = ObjectStore()
            try await LoopbackServer(ObjectHandler(name: "store", store: state)).run { store in
                try await LoopbackServer(ObjectHandler(name: "mirror", store: state)).run { mirror in
                    try await body(
                        Servers(state: state, store: ObjectServer(port: store), mirror: ObjectServer(port: mirror)))
                }
            }
        }
    }

    let servers: Servers

    func run() async throws {
        try await Example.step("A name that is percent-encoded in the URL", encode)
        try await Example.step("A retry", retry)
        try await Example.step("A redirect within the origin", redirect)
        try await Example.step("A redirect to another server that is trusted", followToMirror)
        try await Example.step("A redirect to a server that is not trusted", refuseMirror)
        try await Example.step("A server whose clock is an hour ahead", correctClock)
    }

    private func encode() async throws {
        let client = try ObjectClient(server: servers.store)
        try await client.api.load(ObjectAPI.put("crème & café: 1+1.txt", .text("two")).parsed(by: .none))
        let text = try await client.api.load(ObjectAPI.get("crème & café: 1+1.txt").parsed(as: String.self))
        try WrongAnswer.unless(text, is: "two")
        try await expectVisits([("store", .verified, 204), ("store", .verified, 200)])
    }

    private func retry() async throws {
        await servers.state.failOnce()
        let client = try ObjectClient(server: servers.store)
        try await client.api.load(ObjectAPI.put("plan.txt", .text("Buy milk")).parsed(by: .none))
        try await expectVisits([("store", .verified, 503), ("store", .verified, 204)])
    }

    private func redirect() async throws {
        await servers.state.redirect("/notes/old.txt", to: "/notes/new.txt")
        let client = try ObjectClient(server: servers.store)
        try await client.api.load(ObjectAPI.put("old.txt", .text("Moved")).parsed(by: .none))
        try await expectVisits([("store", .verified, 307), ("store", .verified, 204)])
    }

    private func followToMirror() async throws {
        try await redirectToMirror()
        let client = try ObjectClient(server: servers.store, mirror: servers.mirror)
        try await client.api.load(ObjectAPI.put("far.txt", .text("Moved")).parsed(by: .none))
        try await expectVisits([("store", .verified, 307), ("mirror", .verified, 204)])
    }

    private func refuseMirror() async throws {
        try await redirectToMirror()
        let client = try ObjectClient(server: servers.store)
        do {
            try await client.api.load(ObjectAPI.put("far.txt", .text("Moved")).parsed(by: .none))
        } catch {
            try WrongAnswer.unless(error.response?.statusCode, is: 403)
            return try await expectVisits([("store", .verified, 307), ("mirror", .unsigned, 403)])
        }
        throw MissingFailure()
    }

    private func correctClock() async throws {
        await servers.state.advanceClock(by: 3600)
        let client = try ObjectClient(server: servers.store)
        for _ in 1...2 { _ = try await client.api.load(ObjectAPI.get("plan.txt").parsed(as: String.self)) }
        try await expectVisits([
            ("store", .refused("RequestTimeTooSkewed"), 403), ("store", .verified, 200), ("store", .verified, 200),
        ])
    }

    private func redirectToMirror() async throws {
        let location = try servers.mirror.url.appending(path: "notes/near.txt").absoluteString
        await servers.state.redirect("/notes/far.txt", to: location)
    }

    /// Prints the requests that arrived, and compares their servers, verdicts and status codes.
    private func expectVisits(_ expected: [(server: String, verdict: Verdict, statusCode: Int)]) async throws {
        let visits = await servers.state.takeVisits()
        for visit in visits {
            let line = "→ \(visit.server): \(visit.method) \(visit.target), \(visit.verdict), \(visit.statusCode)"
            Terminal.print(line, visit.verdict == .verified ? .green : .yellow)
        }
        try WrongAnswer.unless(
            visits.map { "\($0.server) \($0.verdict) \($0.statusCode)" },
            is: expected.map { "\($0.server) \($0.verdict) \($0.statusCode)" })
    }
}
