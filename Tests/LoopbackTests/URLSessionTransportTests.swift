import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import TestSupport
import Testing

/// Tests of `URLSessionTransport` beyond the promises of every transport.
@Suite(.timeLimit(.minutes(1))) struct URLSessionTransportTests {
    @Test func sendsRequestsAfterTheServerClosesAKeptConnection() async throws {
        // The server closes the connection without a “Connection: close” field.
        let server = try ScriptedServer { request, connection in
            connection.respond(body: request.method)
            connection.close()
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), transport: URLSessionTransport.shared)
        for method in [HTTPMethod.get, .post, .get, .put, .post, .delete, .patch] {
            let endpoint = RESTEndpoint(method, path: .segments([]), body: method == .get ? nil : .text("x"))
            #expect(try await controller.load(endpoint.parsed(as: String.self)) == method.rawValue)
        }
        #expect(server.requests.map(\.method) == ["GET", "POST", "GET", "PUT", "POST", "DELETE", "PATCH"])
    }

    @Test func deliversHundredsOfHeaderFields() async throws {
        let fields = (0..<300).map { "X-Field-\($0): value \($0)" } + (0..<300).map { "X-List: \($0)" }
        let server = try ScriptedServer { _, connection in connection.respond("200 OK", fields) }
        defer { server.stop() }
        let response = try await Controller(baseURL: server.url(), transport: URLSessionTransport.shared).load(
            RESTEndpoint(.get, path: .segments([])).parsed(by: .response))
        for number in 0..<300 { #expect(response.headerField("x-field-\(number)") == "value \(number)") }
        let list = response.headerField("X-List")?.split(separator: ",").map { $0.filter(\.isNumber) }
        #expect(list == (0..<300).map { "\($0)" })
    }

    @Test func keepsItsConfigurationWhenTheCallerChangesTheObject() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-User": "ada"]
        let transport = URLSessionTransport(configuration)
        configuration.httpAdditionalHeaders = ["X-User": "bob"]
        for method in ["GET", "POST"] {
            var request = URLRequest(url: server.url())
            request.httpMethod = method
            _ = try await transport.send(request)
        }
        #expect(server.requests.map { $0.field("X-User") } == ["ada", "ada"])
    }

    @Test(arguments: [TimeInterval.infinity, .nan, 1e18, -1, 0])
    func acceptsATimeoutWithoutAMeaning(_ timeout: TimeInterval) async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        var request = URLRequest(url: server.url())
        request.timeoutInterval = timeout
        #expect(try await URLSessionTransport.shared.send(request).statusCode == 200)
    }

    @Test(
        "Refuses a Content-Length that is not the length of the body", arguments: ["2", "9", "-8", "x", ""],
        [HTTPBody.text("12345678"), .stream { InputStream(data: Data("12345678".utf8)) }])
    func wrongContentLength(_ length: String, _ body: HTTPBody) async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let endpoint = RESTEndpoint<Void>(.post, path: "", headerFields: ["content-length": length], body: body)
        let request = try endpoint.request(baseURL: server.url())
        let error = await #expect(throws: EndpointTransportError.self) {
            _ = try await URLSessionTransport.shared.send(request)
        }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.localizedDescription.lowercased().contains("\"content-length\"") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func refusesAGETWithABody() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        var request = URLRequest(url: server.url())
        request.httpBody = Data("{}".utf8)
        let error = await #expect(throws: EndpointTransportError.self) {
            try await URLSessionTransport.shared.send(request)
        }
        #expect(error?.kind == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test("Sends to a URL whose scheme is in upper case, and whose path has encoded slashes beside dots")
    func unusualURL() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let url = try #require(URL(string: "HTTP\(server.url().absoluteString.dropFirst(4))a%2F..%2Fb"))
        #expect(try await URLSessionTransport.shared.send(URLRequest(url: url)).statusCode == 200)
        #expect(server.requests.map(\.target) == ["/a%2F..%2Fb"])
    }

    @Test("Passes on the error of a stream that cannot be read")
    func unreadableStream() async throws {
        var request = URLRequest(url: url("http://127.0.0.1:9/"))
        request.httpMethod = "PUT"
        request.httpBodyStream = InputStream(url: URL(fileURLWithPath: "/nowhere/photo.jpg"))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await URLSessionTransport.shared.send(request)
        }
        guard case .invalidRequest(let cause) = error else { throw try #require(error) }
        #expect((cause as NSError).domain == NSPOSIXErrorDomain, "\(cause)")
    }

    #if canImport(FoundationNetworking)
    @Test("Does not send a PUT with a body on a used connection, where URLSession might repeat a part of it")
    func connectionsOfUploads() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let transport = URLSessionTransport(.ephemeral)
        for _ in 1...2 {
            var request = URLRequest(url: server.url())
            request.httpMethod = "PUT"
            request.httpBody = Data("8 bytes.".utf8)
            #expect(try await transport.send(request).statusCode == 200)
        }
        #expect(server.connectionCount == 2)
    }

    @Test(arguments: ["a/../b", "./b", "a/.."])
    func refusesDotSegments(path: String) async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let url = try #require(URL(string: server.url().absoluteString + path))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await URLSessionTransport.shared.send(URLRequest(url: url))
        }
        #expect(error?.kind == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test("Refuses a redirect to a host that URLSession refuses", arguments: ["0177.0.0.1", "0x7f.1"])
    func refusedHost(host: String) async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("302 Found", ["Location: http://\(host)/"])
        }
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await Controller(baseURL: server.url(), transport: URLSessionTransport.shared).load(
                RESTEndpoint<Void>(path: "a"))
        }
        #expect(error?.kind == .redirectNotFollowed && error?.response?.statusCode == 302)
        #expect(error?.description.contains("URLSession refuses") == true, "\(String(describing: error))")
    }

    @Test(arguments: [(50, "50"), (2_000_000, "more")])
    func refusesAStreamThatDoesNotHaveItsStatedLength(_ count: Int, _ found: String) async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        var request = URLRequest(url: server.url())
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data(count: count))
        request.setValue("100", forHTTPHeaderField: "Content-Length")
        let error = await #expect(throws: EndpointTransportError.self) {
            try await URLSessionTransport.shared.send(request)
        }
        guard case .invalidRequest(let error)? = error else { throw try #require(error) }
        #expect(
            error.localizedDescription
                == "The header field \"Content-Length\" is \"100\", but the body has \(found) bytes.")
        #expect(server.requests.isEmpty)
    }
    #endif

    @Test("Loads from a host on which six calls have timed out", .timeLimit(.minutes(1)))
    func timedOutCalls() async throws {
        let server = try ScriptedServer { request, connection in
            if request.target == "/slow" { connection.waitToBeStopped() } else { connection.respond(body: "here") }
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), transport: URLSessionTransport(.ephemeral))
        let slow = RESTEndpoint(.get, path: "slow", rules: EndpointRules(timeout: .milliseconds(500)))
        await withTaskGroup(of: LoadError?.self) { group in
            for _ in 0..<6 {
                group.addTask { await failure { () throws(LoadError) in _ = try await controller.load(slow) } }
            }
            for await error in group { #expect(error?.kind == .timedOut) }
        }
        // The tasks of the first six end within about a second, and then their connections are free.
        let fast = RESTEndpoint(.get, path: "fast", rules: EndpointRules(timeout: .seconds(20)))
        #expect(try await controller.load(fast) == Data("here".utf8))
    }

    @Test("Throws serverNotResponding if the server switches to another protocol", .timeLimit(.minutes(1)))
    func otherProtocol() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")
            connection.waitForEnd()
        }
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await Controller(baseURL: server.url(), transport: URLSessionTransport.shared).load(
                RESTEndpoint<Data>(path: ""))
        }
        #expect(error?.kind == .serverNotResponding)
    }

    #if canImport(FoundationNetworking)
    @Test("Refuses a response with two different lengths")
    func twoLengths() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 3\r\n\r\nfour")
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await Controller(baseURL: server.url(), transport: URLSessionTransport.shared).load(
                RESTEndpoint<Data>(path: ""))
        }
        #expect(error?.kind == .serverNotResponding)
    }

    // On other systems, a session opens at most six connections to a host.
    @Test("Ends 16 uploads that are cancelled at once", .timeLimit(.minutes(1)))
    func cancelledUploads() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        let goOn = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(readingBodies: false) { _, connection in
            arrived.yield()
            goOn.wait()
            _ = connection.countToEnd()
            end.yield()
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), transport: URLSessionTransport(.ephemeral))
        let uploads = (0..<16).map { _ in
            Task {
                await failure { () throws(LoadError) in
                    _ = try await controller.load(API.send(.data(Data(count: 3_000_000))).parsed(by: .none))
                }
            }
        }
        for await _ in arrivals.prefix(16) {}
        for upload in uploads { upload.cancel() }
        for upload in uploads { #expect(await upload.value?.kind == .cancelled) }
        for _ in uploads { goOn.signal() }
        // The connections close too, although the server does not answer.
        for await _ in ends.prefix(16) {}
    }
    #endif

    // On other systems, a fast stream holds up the queue that all sessions share.
    #if !canImport(FoundationNetworking)
    @Test("Ends the connection of a fast stream that is dropped after its first chunk", .timeLimit(.minutes(1)))
    func droppedStream() async throws {
        let (ends, end) = AsyncStream<Int>.makeStream()
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n\r\n")
            var count = 0
            while connection.send([UInt8](repeating: 0, count: 65_536)) { count += 65_536 }
            end.yield(count)
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), transport: URLSessionTransport(.ephemeral))
        for try await _ in try await controller.stream(API.text).body { break }
        // Without an end, the server would send tens of gigabytes.
        for await count in ends.prefix(1) { #expect(count < 8_000_000_000) }
    }
    #endif

    @Test("Keeps the URL of the request out of errors", arguments: [true, false])
    func errorWithoutURL(isRefused: Bool) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour")
        defer { server.stop() }
        let port = isRefused ? try ScriptedServer.refusedPort() : server.port
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/?api_key=s3cret"))
        let error = await #expect(throws: EndpointTransportError.self) {
            let response = try await URLSessionTransport.shared.send(URLRequest(url: url))
            for try await _ in response.body {}
        }
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("s3cret") && !dumped.contains("api_key"))
        #expect(!"\(error as Any)".contains("s3cret"))
    }

    #if canImport(FoundationNetworking)
    @Test("Says that the session cannot decode a coding", arguments: ["UTF-8", "aws-chunked"])
    func unknownCoding(coding: String) async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("200 OK", ["Content-Encoding: \(coding)"], body: "hello")
        }
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await Controller(baseURL: server.url(), transport: URLSessionTransport.shared).load(
                RESTEndpoint<Data>(path: ""))
        }
        #expect(error?.kind == .serverNotResponding)
        #expect(error?.description.contains("content encoding") == true)
    }
    #endif

    @Test func ignoresWhiteSpaceAfterTheValueOfAField() async throws {
        let server = try ScriptedServer { request, connection in
            let isMoved = request.target == "/users/7"
            connection.respond(isMoved ? "302 Found" : "200 OK", isMoved ? ["Location: /g \t"] : ["X-A: 1 \t"])
        }
        defer { server.stop() }
        let response = try await Controller(baseURL: server.url(), transport: URLSessionTransport.shared).load(
            GetUser().parsed(by: .response))
        #expect(server.requests.map(\.target) == ["/users/7", "/g"])
        #expect(response.headerField("X-A") == "1" && response.head.headerFields["X-A"] == "1")
    }
}
