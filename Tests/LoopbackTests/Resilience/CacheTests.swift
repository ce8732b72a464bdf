import EndpointCache
import EndpointCompliance
import EndpointResilience
import EndpointStreaming
import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

/// Tests of the cache over `URLSession`.
@Suite("CachingTransport over the transport of the system", .timeLimit(.minutes(1)))
struct CacheTests {
    private let item = RESTEndpoint<String>(.get, path: "item")

    private func controller(_ server: ScriptedServer) -> Controller {
        Controller(baseURL: server.url(), transport: CachingTransport(SystemTransport.shared))
    }

    @Test("Answers from memory with an Age field while the response is fresh")
    func hits() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("200 OK", ["Content-Type: text/plain", "Cache-Control: max-age=60"], body: "hello")
        }
        defer { server.stop() }
        let api = controller(server)
        #expect(try await api.load(item.parsed(by: .response)).headerField("Age") == nil)
        let hit = try await api.load(item.parsed(by: .response))
        #expect(hit.headerField("Age").flatMap { Int($0) } != nil)
        #expect(String(decoding: hit.body, as: UTF8.self) == "hello")
        #expect(server.requests.count == 1)
    }

    @Test("Validates a stale response with its entity tag, and removes the response after a DELETE")
    func validation() async throws {
        let server = try ScriptedServer { request, connection in
            if request.field("If-None-Match") == "\"1\"" {
                connection.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nCache-Control: max-age=60\r\n\r\n")
            } else {
                let fields = ["Content-Type: text/plain", "ETag: \"1\"", "Cache-Control: no-cache"]
                connection.respond("200 OK", fields, body: "hello")
            }
        }
        defer { server.stop() }
        let api = controller(server)
        for _ in 0..<3 { #expect(try await api.load(item) == "hello") }
        // The 304 makes the stored response fresh again.
        #expect(server.requests.map { $0.field("If-None-Match") } == [nil, "\"1\""])
        try await api.load(RESTEndpoint<String>(.delete, path: "item").parsed(by: .none))
        #expect(try await api.load(item) == "hello")
        #expect(server.requests.map(\.method) == ["GET", "GET", "DELETE", "GET"])
        #expect(server.requests.last?.field("If-None-Match") == nil)
    }

    @Test("Returns a stale response before the call times out if the server hangs during the validation")
    func hangingServer() async throws {
        var texts: [String?] = []
        // The cache waits for nine tenths of the timeout.
        for factor in timeFactors where texts != ["hello", "hello"] {
            let server = try ScriptedServer { request, connection in
                if request.field("If-None-Match") != nil { return connection.waitToBeStopped() }
                let control = "Cache-Control: max-age=0, stale-if-error=60"
                connection.respond("200 OK", ["Content-Type: text/plain", "ETag: \"1\"", control], body: "hello")
            }
            defer { server.stop() }
            let api = controller(server)
            let rules = EndpointRules(timeout: .milliseconds(500) * factor)
            let item = RESTEndpoint<String>(.get, path: "item", rules: rules)
            texts = []
            for _ in 0..<2 { texts.append(try? await api.load(item)) }
            if texts == ["hello", "hello"] { #expect(server.requests.count == 2) }
        }
        #expect(texts == ["hello", "hello"])
    }

    @Test("Stores a response for each value of the field that Vary names")
    func vary() async throws {
        let server = try ScriptedServer { request, connection in
            let fields = ["Content-Type: text/plain", "Cache-Control: max-age=60", "Vary: Accept-Language"]
            connection.respond("200 OK", fields, body: request.field("Accept-Language") ?? "")
        }
        defer { server.stop() }
        let api = controller(server)
        for language in ["en", "de", "en", "de"] {
            let endpoint = RESTEndpoint<String>(.get, path: "item", headerFields: ["Accept-Language": language])
            #expect(try await api.load(endpoint) == language)
        }
        #expect(server.requests.map { $0.field("Accept-Language") } == ["en", "de"])
    }

    @Test("Does not answer a user with the response for another user")
    func users() async throws {
        let server = try ScriptedServer { request, connection in
            let fields = ["Content-Type: text/plain", "Cache-Control: max-age=60"]
            connection.respond("200 OK", fields, body: request.field("Authorization") ?? "")
        }
        defer { server.stop() }
        let token = BearerToken()
        let api = Controller(
            baseURL: server.url(), transport: CachingTransport(SystemTransport.shared), middleware: [token])
        for user in ["ada", "bob", "ada", "bob"] {
            token.value = user
            #expect(try await api.load(item) == "Bearer \(user)")
        }
        #expect(server.requests.count == 2)
    }

    @Test("Stores a chunked body after the stream is read to its end")
    func streams() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nCache-Control: max-age=60\r\n\r\n")
            for _ in 0..<10 { connection.send("1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n") }
            connection.send("0\r\n\r\n")
        }
        defer { server.stop() }
        let api = controller(server)
        for _ in 0..<3 {
            var count = 0
            for try await chunk in try await api.stream(item).body { count += chunk.count }
            #expect(count == 40_960)
        }
        #expect(server.requests.count == 1)
    }

    @Test("Keeps responses, cookies and credentials out of the storage of the system, which is on disk")
    func nothingOnDisk() async throws {
        let cookie = "Set-Cookie: nothingOnDisk=1; Max-Age=60"
        let fields = ["Content-Type: text/plain", "Cache-Control: max-age=60", cookie]
        let server = try ScriptedServer { _, connection in connection.respond("200 OK", fields, body: "hello") }
        defer { server.stop() }
        for (name, transport) in ["own": URLSessionTransport(), "shared": .shared] {
            let api = Controller(baseURL: server.url(), transport: CachingTransport(transport))
            for _ in 0..<2 { #expect(try await api.load(item) == "hello", "\(name) session") }
        }
        #expect(server.requests.map { $0.field("Cookie") } == [nil, nil])
        let cookies = HTTPCookieStorage.shared.cookies ?? []
        #expect(!cookies.contains { $0.name == "nothingOnDisk" })
        #expect(URLCache.shared.cachedResponse(for: URLRequest(url: server.url("item"))) == nil)
        let configuration = URLSessionConfiguration.forgetful
        #expect(configuration.urlCache == nil)
        #expect(configuration.httpCookieStorage == nil)
        #expect(configuration.urlCredentialStorage == nil)
    }

    @Test("Follows a stored redirect without requesting it again")
    func redirects() async throws {
        let server = try ScriptedServer { request, connection in
            if request.target == "/item" {
                connection.respond("301 Moved Permanently", ["Location: /other", "Cache-Control: max-age=60"])
            } else {
                connection.respond("200 OK", ["Content-Type: text/plain"], body: "other")
            }
        }
        defer { server.stop() }
        let api = controller(server)
        for _ in 0..<2 { #expect(try await api.load(item) == "other") }
        #expect(server.requests.map(\.target) == ["/item", "/other", "/other"])
    }
}
