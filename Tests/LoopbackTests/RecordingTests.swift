import EndpointCompliance
import EndpointTesting
import Foundation
import Testing

/// Tests of recording from a server, and of replaying after the server has stopped.
@Suite(.timeLimit(.minutes(1))) struct RecordingTests {
    private static let secrets = [
        "bearer-0123456789", "basic-0123456789", "cookie-0123456789", "apikey-0123456789", "password-0123456789",
        "userinfo-0123456789", "token-0123456789", "issued-0123456789", "setcookie-0123456789",
    ]

    private struct Login: BaseURLEndpointType, MethodProviderType, BodyProviderType, RelativeURLStringProviderType,
        PayloadProviderType
    {
        struct Payload: Codable, Equatable { var token: String, user: User }
        var method: HTTPMethod { .post }
        var relativeURLString: String { "login" }
        var body: HTTPBody? { .json(["user": "ada", "password": "password-0123456789"]) }
    }

    private func server() throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            let json = ["Content-Type: application/json", "Set-Cookie: sid=setcookie-0123456789; Path=/"]
            switch request.target.split(separator: "?").first {
            case "/users/1": connection.respond("200 OK", json, body: User.json)
            case "/users/2": connection.respond("404 Not Found", json, body: #"{"reason":"Nobody is here."}"#)
            case "/users/3": connection.respond("302 Found", ["Location: /users/1?token=token-0123456789"])
            case "/users/4":
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nno more than this")
                connection.close()
            case "/login":
                let body = #"{"token":"issued-0123456789","user":{"name":"Ada"}}"#
                connection.respond("200 OK", json, body: body)
            case "/echo":
                // Only names that mark secrets: another part of the answer would not be hidden.
                let fields = request.head.split(separator: "\r\n").dropFirst().map {
                    $0.split(separator: ": ", maxSplits: 1)
                }
                let body = Dictionary(fields.map { (String($0[0]), String($0[1])) }) { first, _ in first }
                connection.respond(
                    "200 OK", ["Content-Type: application/json"],
                    body: String(decoding: (try? JSONEncoder().encode(body)) ?? Data(), as: UTF8.self))
            default: connection.close()
            }
        }
    }

    /// Loads several endpoints, and returns the outcome of each.
    private func outcomes(at baseURL: URL, over transport: any EndpointTransport) async throws -> [String] {
        let middleware: [any EndpointMiddleware] = [
            FixedParts(queryItems: .items(["api_key": "apikey-0123456789"])),
            FixedParts(headerFields: ["Cookie": "sid=cookie-0123456789"]),
        ]
        let controller = Controller(baseURL: baseURL, transport: transport, middleware: middleware)
        var outcomes: [String] = []
        func add(_ load: () async throws(LoadError) -> Any) async {
            do throws(LoadError) {
                outcomes.append("\(try await load())")
            } catch {
                outcomes.append(error.description)
            }
        }
        for id in 1...5 {
            await add { () throws(LoadError) in try await controller.load(GetUser(id: id)) }
        }
        await add { () throws(LoadError) in try await controller.load(Login()).user }
        let basic = Data("ada:basic-0123456789".utf8).base64EncodedString()
        for authorization in ["Bearer bearer-0123456789", "Basic \(basic)"] {
            let fields = ["Authorization": authorization, "Referer": "https://ada:userinfo-0123456789@example.com/"]
            let echo = RESTEndpoint(.get, path: .segments(["echo"]), headerFields: fields)
            await add { () throws(LoadError) in
                try await controller.load(echo.parsed(as: [String: String].self)).count > 0
            }
        }
        return outcomes
    }

    @Test(arguments: [ReplayOrder.strict, .matching])
    func replaysACassetteWithoutTheServerAndHidesSecrets(order: ReplayOrder) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "users.json")
            let server = try server()
            defer { server.stop() }
            let recording = RecordingTransport(SystemTransport.shared, to: file)
            let live = try await outcomes(at: server.url(), over: recording)
            try recording.save()
            server.stop()
            let sent = server.requests.map { $0.head + String(decoding: $0.body, as: UTF8.self) }.joined()
            #expect(sent.contains("password-0123456789") && sent.contains("token-0123456789"))

            let replay = try ReplayTransport(file, order: order)
            #expect(try await outcomes(at: server.url(), over: replay) == live)
            try replay.verify()
            #expect(live.count == 8)
            #expect(live[0].contains("Ada") && live[1].contains("Nobody is here.") && live[2].contains("Ada"))
            #expect(live[3].contains("ended after 17 bytes") && live[4].contains("did not respond"))

            let text = try String(contentsOf: file, encoding: .utf8)
            let base64 = Data("ada:basic-0123456789".utf8).base64EncodedString()
            for secret in Self.secrets + [base64] { #expect(!text.contains(secret), "\(secret) in \(text)") }
            #expect(text.contains("***") && text.contains("Nobody is here."))
        }
    }

    @Test func deliversAStreamWhileRecordingIt() async throws {
        let (chunks, arrived) = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n")
            connection.send("Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
            // Send the rest only after the client has received the beginning.
            let semaphore = DispatchSemaphore(value: 0)
            Task {
                for await _ in chunks { break }
                semaphore.signal()
            }
            semaphore.wait()
            connection.send("3\r\ntwo\r\n0\r\n\r\n")
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "stream.json")
            let recording = RecordingTransport(SystemTransport.shared, to: file)
            func text(_ transport: any EndpointTransport) async throws -> String {
                var text = ""
                for try await chunk in try await transport.send(URLRequest(url: server.url())).body {
                    text += String(decoding: chunk, as: UTF8.self)
                    arrived.yield()
                }
                return text
            }
            #expect(try await text(recording) == "onetwo")
            try recording.save()
            #expect(try await text(ReplayTransport(file)) == "onetwo")
        }
    }

    @Test func recordsAFailedConnection() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try ScriptedServer.refusedPort())/"))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "users.json")
            let recording = RecordingTransport(SystemTransport.shared, to: file)
            let live = try await outcomes(at: url, over: recording)
            try recording.save()
            #expect(try await outcomes(at: url, over: ReplayTransport(file)) == live)
            #expect(live.allSatisfy { $0.contains("cannot be reached") })
        }
    }
}
