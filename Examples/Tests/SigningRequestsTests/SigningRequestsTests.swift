import EndpointResilience
import Foundation
import Testing

@testable import SigningRequests

/// Tests of signed requests over `URLSession`, whose servers verify each signature.
@Suite struct SigningRequestsTests {
    private static let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

    /// A controller whose clock shows another second for each signature.
    private func controller(_ servers: Tour.Servers) throws -> EndpointController<EndpointDefaultServerError> {
        let seconds = Counter()
        let mirror = try servers.mirror.url.absoluteString
        let signer = AWSSigner(
            service: .s3(region: "eu-central-1"), keys: { ObjectClient.keys },
            now: { Date(timeIntervalSinceNow: Double(seconds.next())) })
        let signing = RequestSigner(trusts: { $0.absoluteString.hasPrefix(mirror) }, sign: signer.sign)
        let rules = RetryRules(backoff: RetryBackoff(base: .zero, longest: .zero))
        return EndpointController(baseURL: try servers.store.url, middleware: [RequestRetrier(rules), signing])
    }

    @Test func runsTheTourWithoutAnError() async throws {
        try await Tour.Servers.run { try await Tour(servers: $0).run() }
    }

    @Test("Signs each attempt and each hop with its own time")
    func times() async throws {
        try await Tour.Servers.run { servers in
            await servers.state.failOnce()
            await servers.state.redirect("/a", to: "/b")
            await servers.state.redirect("/b", to: try servers.mirror.url.absoluteString + "c")
            let put = RESTEndpoint<Void>(.put, path: "a", body: .text("x"))
            try await controller(servers).load(put)
            let visits = await servers.state.takeVisits()
            #expect(visits.map(\.target) == ["/a", "/a", "/b", "/c"])
            #expect(visits.map(\.server) == ["store", "store", "store", "mirror"])
            #expect(visits.map(\.verdict) == [.verified, .verified, .verified, .verified])
            #expect(Set(visits.map(\.authorization)).count == 4)
        }
    }

    @Test(
        "Signs the path and the query as they are sent",
        arguments: [
            "plain.txt", "a b", "ä/ö", "!$&'()*,;=@:+", "~-._", "100%", "%2F", "🙂", "a//b", "\"<>[]{}|\\^`",
        ])
    func wire(name: String) async throws {
        try await Tour.Servers.run { servers in
            let items: [URLQueryItem] = [
                URLQueryItem(name: name, value: name), URLQueryItem(name: "b", value: ""),
                URLQueryItem(name: "a", value: nil),
            ]
            let put = RESTEndpoint<Void>(
                .put, path: "notes/\(segment: name)", queryItems: items, headerFields: ["X-Amz-Meta-Note": "a  b"])
            try await controller(servers).load(put)
            let visits = await servers.state.takeVisits()
            #expect(visits.map(\.verdict) == [.verified])
            let (_, path, query) = try put.request(baseURL: servers.store.url).target
            #expect(visits.map(\.target) == ["\(path)?\(query)"])
        }
    }

    @Test(
        "Signs the whole body, which is sent again after a 503 and a redirect",
        arguments: ["data", "file", "stream", "form"])
    func bodies(kind: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "SigningRequestsTests-\(UUID().uuidString)")
        try Self.body.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body: HTTPBody =
            switch kind {
            case "data": .data(Self.body)
            case "file": .file(file)
            case "stream": .stream(length: Int64(Self.body.count)) { InputStream(data: Self.body) }
            default: .multipart([.file(file, name: "file")])
            }
        try await Tour.Servers.run { servers in
            await servers.state.failOnce()
            await servers.state.redirect("/old", to: "/new")
            try await controller(servers).load(RESTEndpoint<Void>(.put, path: "old", body: body))
            let visits = await servers.state.takeVisits()
            #expect(visits.map(\.verdict) == [.verified, .verified, .verified])
            let sent = try #require(await servers.state.object("/new"))
            #expect(kind == "form" ? sent.count > Self.body.count : sent == Self.body)
        }
    }

    @Test("Sends each of several calls again after the clock was set")
    func clock() async throws {
        try await Tour.Servers.run { servers in
            await servers.state.advanceClock(by: -3600)
            let client = try ObjectClient(server: servers.store)
            try await withThrowingTaskGroup { group in
                for number in 1...5 {
                    group.addTask {
                        try await client.api.load(ObjectAPI.put("\(number)", .text("x")).parsed(by: .none))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Does not send a refused request again if the clock was right")
    func refusal() async throws {
        try await Tour.Servers.run { servers in
            let signer = AWSSigner(service: .s3(region: "us-east-1"), keys: { ObjectClient.keys })
            let api = EndpointController<EndpointDefaultServerError>(
                baseURL: try servers.store.url, middleware: [ServerClock(), RequestSigner(sign: signer.sign)])
            let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
                try await api.load(RESTEndpoint<Void>(path: "a"))
            }
            #expect(error?.response?.statusCode == 403)
            #expect(await servers.state.takeVisits().map(\.verdict) == [.refused("SignatureDoesNotMatch")])
        }
    }
}

/// Counts from 1.
///
/// `@unchecked Sendable`: the count is accessed with `lock` held.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
