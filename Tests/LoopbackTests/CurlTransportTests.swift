#if os(Linux)
import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import TestSupport
import Testing

/// Tests of `CurlTransport` beyond the promises of every transport.
@Suite(.timeLimit(.minutes(1))) struct CurlTransportTests {
    private func bytes(_ request: URLRequest, _ transport: CurlTransport = .shared) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in try await transport.send(request).body { bytes += chunk }
        return bytes
    }

    private func request(_ method: HTTPMethod, _ url: URL, _ body: HTTPBody? = nil) throws -> URLRequest {
        try RESTEndpoint<Void>(method, path: "", body: body).request(baseURL: url)
    }

    @Test("Sends POSTs over a connection that was just used, with and without a body", arguments: [0, 8, 9_000])
    func reuse(length: Int) async throws {
        let server = try ScriptedServer { request, connection in connection.respond(body: "\(request.body.count)") }
        defer { server.stop() }
        let transport = CurlTransport()
        // On a busy machine, a connection may be idle for more than a second, and is then not used again.
        for _ in 1...20 where server.connectionCount == server.requests.count {
            let body = length == 0 ? nil : HTTPBody.data(Data(count: length))
            #expect(try await bytes(request(.post, server.url(), body), transport) == Array("\(length)".utf8))
        }
        #expect(server.connectionCount < server.requests.count)
        #expect(server.requests.first?.field("Content-Length") == "\(length)")
    }

    @Test(
        "Keeps a connection after a refusal, if the whole request was sent", arguments: [HTTPMethod.get, .put, .delete])
    func refusal(method: HTTPMethod) async throws {
        let server = try ScriptedServer { _, connection in connection.respond("404 Not Found", body: "none") }
        defer { server.stop() }
        let transport = CurlTransport()
        for body in [nil, HTTPBody.data(Data(count: 9_000))] where method != .get || body == nil {
            for _ in 1...2 { #expect(try await bytes(request(method, server.url(), body), transport).count == 4) }
        }
        #expect(server.connectionCount == 1)
    }

    @Test("Does not take a response that no request asked for", arguments: [HTTPMethod.get, .post])
    func unaskedResponse(method: HTTPMethod) async throws {
        let (sent, send) = AsyncStream<Void>.makeStream()
        let hasRead = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { request, connection in
            connection.respond(body: request.target)
            hasRead.wait()
            connection.respond(body: "unasked")
            send.yield()
        }
        defer {
            hasRead.signal()
            server.stop()
        }
        let transport = CurlTransport()
        var unasked = sent.makeAsyncIterator()
        for number in 1...5 {
            let url = server.url("\(number)")
            #expect(try await bytes(request(method, url), transport) == Array("/\(number)".utf8))
            hasRead.signal()
            // Once it is sent, it has also arrived.
            await unasked.next()
        }
    }

    @Test("Sends an upload again over a new connection if a used one is closed, but not a POST")
    func closedConnection() async throws {
        let server = try ScriptedServer { request, connection in
            if connection.requestCount == 1 { connection.respond(body: "\(request.body.count)") }
            connection.close()
        }
        defer { server.stop() }
        let body = HTTPBody.stream { InputStream(data: Data(count: 300_000)) }
        for method in [HTTPMethod.put, .put, .delete] {
            #expect(try await bytes(request(method, server.url(), body)) == Array("300000".utf8))
        }
        // The server closes a connection instead of answering a POST, or a PUT after another request.
        let late = try ScriptedServer { request, connection in
            let isLate = request.method == "POST" || request.method == "PUT" && connection.requestCount > 1
            if isLate { connection.close() } else { connection.respond() }
        }
        defer { late.stop() }
        _ = try await bytes(request(.get, late.url()))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await bytes(request(.post, late.url(), .text("x")))
        }
        #expect(error?.kind == .notResponding)
        #expect(late.requests.map(\.method) == ["GET", "POST"])
        _ = try await bytes(request(.get, late.url()))
        #expect(try await bytes(request(.put, late.url(), body)) == [])
        #expect(late.requests.map(\.method) == ["GET", "POST", "GET", "PUT", "PUT"])
        #expect(late.requests.suffix(2).allSatisfy { $0.body.count == 300_000 })
    }

    /// The first three end a process that uses `URLSession` on Linux.
    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n0\r\nX-Sum: 1\r\n\r\n", nil),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nfour", .truncated),
            ("HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Typ", .notResponding),
            ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 3\r\n\r\nfour", .notResponding),
            ("HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour", nil),
        ] as [(String, EndpointTransportError.Kind?)])
    func survivesResponses(_ text: String, _ kind: EndpointTransportError.Kind?) async throws {
        let server = try ScriptedServer(answering: text)
        defer { server.stop() }
        do throws(EndpointTransportError) {
            let response = try await CurlTransport.shared.send(URLRequest(url: server.url()))
            #expect(try await content(of: response) == "four")
            #expect(response.headerField("X-A") == nil && kind == nil)
        } catch {
            #expect(error.kind == kind)
        }
    }

    private func content(of response: EndpointStreamedResponse) async throws(EndpointTransportError) -> String {
        var bytes: [UInt8] = []
        do {
            for try await chunk in response.body { bytes += chunk }
        } catch let error as EndpointTransportError {
            throw error
        } catch {
            throw .invalidRequest(error)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Sends the fields of a request, and no others than the connection needs")
    func fields() async throws {
        let server = try ScriptedServer { request, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\(request.method == "HEAD" ? "" : "four")")
        }
        defer { server.stop() }
        let own = ["Accept-Encoding": "br", "X-Empty": "", "Content-Length": "2000000"]
        var upload = try request(.post, server.url(), .stream { InputStream(data: Data(count: 2_000_000)) })
        for (name, value) in own { upload.setValue(value, forHTTPHeaderField: name) }
        #expect(try await bytes(upload).count == 4)
        #expect(try await bytes(request(.head, server.url())) == [])
        #expect(try await bytes(request(HTTPMethod(rawValue: "PROPFIND"), server.url())).count == 4)
        let heads = server.requests.map { Set($0.head.components(separatedBy: "\r\n")) }
        let type = "Content-Type: application/octet-stream"
        let all: Set = ["Accept: */*", "Host: 127.0.0.1:\(server.port)"]
        let post: Set = ["POST / HTTP/1.1", "Accept-Encoding: br", "X-Empty:", "Content-Length: 2000000", type]
        let coding = "Accept-Encoding: gzip, deflate"
        #expect(
            heads == [
                all.union(post), all.union(["HEAD / HTTP/1.1", coding]), all.union(["PROPFIND / HTTP/1.1", coding]),
            ])
        var part = try request(.get, server.url())
        part.setValue("bytes=1-", forHTTPHeaderField: "Range")
        #expect(try await bytes(part).count == 4)
        #expect(server.requests.last?.field("Accept-Encoding") == "identity")
        #expect(server.requests.allSatisfy { $0.head.components(separatedBy: "Content-Length").count <= 2 })
    }

    @Test("Sends requests to the proxy of its settings, or to their Unix socket")
    func settings() async throws {
        let server = try ScriptedServer { request, connection in connection.respond(body: request.target) }
        defer { server.stop() }
        let target = "http://service.invalid/"
        let proxied = CurlTransport(ConnectionSettings(proxy: .url(server.url())))
        #expect(try await bytes(URLRequest(url: url(target)), proxied) == Array(target.utf8))
        let socket = CurlTransport(ConnectionSettings(unixSocket: URL(filePath: "/nowhere/socket")))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await bytes(URLRequest(url: server.url()), socket)
        }
        #expect(error?.kind == .unreachable)
        #expect(server.requests.count == 1)
    }

    @Test("Ends a request whose body cannot be read, with the error of its stream")
    func brokenBody() async throws {
        let server = try ScriptedServer(readingBodies: false) { _, connection in connection.waitForEnd() }
        defer { server.stop() }
        var upload = URLRequest(url: server.url())
        upload.httpMethod = "PUT"
        upload.httpBodyStream = InputStream(url: URL(filePath: "/nowhere/body"))
        let error = await #expect(throws: EndpointTransportError.self) { try await bytes(upload) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test("Follows a redirect whose body does not end")
    func endlessRedirect() async throws {
        let server = try ScriptedServer { request, connection in
            guard request.target == "/first" else { return connection.respond(body: "here") }
            connection.send("HTTP/1.1 302 Found\r\nLocation: /second\r\n\r\n")
            while connection.send([UInt8](repeating: 0, count: 65_536)) {}
        }
        defer { server.stop() }
        #expect(try await Controller(baseURL: server.url()).load(RESTEndpoint<String>(path: "first")) == "here")
    }

    @Test("Refuses a redirect to a location that is not UTF-8")
    func locationInLatin1() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send(
                Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /".utf8) + [0xE9] + Array("\r\n\r\n".utf8))
        }
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await Controller(baseURL: server.url()).load(RESTEndpoint<Void>(path: ""))
        }
        #expect(error?.kind == .redirectNotFollowed)
        #expect(server.requests.count == 1)
    }

    @Test("Sends 64 requests to a host at the same time")
    func connections() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { _, connection in
            arrived.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        let url = server.url()
        let transport = CurlTransport()
        let calls = (0..<64).map { _ in Task { try await transport.send(URLRequest(url: url)) } }
        for await _ in arrivals.prefix(64) {}
        for call in calls { call.cancel() }
        for call in calls { await #expect(throws: EndpointTransportError.self) { try await call.value } }
    }

    @Test("Ends the connection of a stream that is left, and of a call that is cancelled before the head")
    func leaving() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { request, connection in
            if request.target == "/stream" { connection.send("HTTP/1.1 200 OK\r\n\r\nfirst") }
            arrived.yield()
            connection.waitForEnd()
            end.yield()
        }
        defer { server.stop() }
        let streamed = server.url("stream"), silent = server.url("silent")
        let call = Task { try await CurlTransport.shared.send(URLRequest(url: silent)) }
        for try await _ in try await CurlTransport.shared.send(URLRequest(url: streamed)).body { break }
        for await _ in arrivals.prefix(2) {}
        call.cancel()
        for await _ in ends.prefix(2) {}
    }

    @Test("Sends dot segments as they are, and to a host that is an IPv6 address")
    func unusualURLs() async throws {
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        _ = try await bytes(URLRequest(url: url("\(server.url())a/../b/./c")))
        #expect(server.requests.map(\.target) == ["/a/../b/./c"])
        let error = await #expect(throws: EndpointTransportError.self) {
            try await bytes(URLRequest(url: url("http://[::1]:\(try ScriptedServer.refusedPort())/")))
        }
        guard case .unreachable(let cause as CurlError)? = error else { throw try #require(error) }
        #expect(cause.code == 7)
    }

    @Test("Delivers a body with a content coding that it does not know")
    func unknownCoding() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond("200 OK", ["Content-Encoding: aws-chunked"], body: "hello")
        }
        defer { server.stop() }
        #expect(try await bytes(URLRequest(url: server.url())) == Array("hello".utf8))
        #expect(server.requests.first?.field("Accept-Encoding") == "gzip, deflate")
    }

    @Test(
        "Decodes gzip with several members, and reports gzip that is cut short in a complete body", arguments: [0, 3])
    func gzip(cut: Int) async throws {
        let members = Array((helloInGzip + helloInGzip).dropLast(cut))
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(members.count)\r\n\r\n")
            connection.send(members)
        }
        defer { server.stop() }
        let response = try await CurlTransport.shared.send(URLRequest(url: server.url()))
        do throws(EndpointTransportError) {
            let text = try await content(of: response)
            #expect(cut == 0 && text == "hellohello")
        } catch {
            #expect(cut > 0 && error.kind == .truncated)
        }
    }

    @Test("Delivers a body until the connection closes to a reader that is slower", arguments: [true, false])
    func slowReader(isCoded: Bool) async throws {
        let blocks = (0..<40).map { [UInt8](repeating: $0, count: 50_000) }
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\(isCoded ? "Content-Encoding: deflate\r\n" : "")\r\n")
            // Blocks of raw deflate that are not compressed (RFC 1951, section 3.2.4).
            for (number, block) in blocks.enumerated() {
                connection.send((isCoded ? [number == 39 ? 1 : 0, 0x50, 0xC3, 0xAF, 0x3C] : []) + block)
            }
            connection.close()
        }
        defer { server.stop() }
        var body = Data()
        for try await chunk in try await CurlTransport.shared.send(URLRequest(url: server.url())).body {
            body += chunk
            await Task.yield()
        }
        #expect(body == Data(blocks.joined()))
    }

    @Test("Reports a coded body that turns out to be invalid after its reader has caught up")
    func invalidEndForASlowReader() async throws {
        // These are a million zeros, and a block whose length does not match its complement.
        let start: [UInt8] = [0xEC, 0xC1, 1, 1, 0, 0, 0, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 1]
        let zeros = start + [UInt8](repeating: 0, count: 968) + [0xAF, 6, 0, 0, 0xFF, 0xFF]
        let body = zeros + [1, 0x50, 0xC3, 0, 0]
        let (sends, sent) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { request, connection in
            guard request.target == "/" else { return connection.respond() }
            // The response is not complete: waiting for the rest would take forever.
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(body.count + 1)\r\n\r\n")
            connection.send(body)
            sent.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        let response = try await CurlTransport.shared.send(URLRequest(url: server.url()))
        for await _ in sends.prefix(1) {}
        // The same thread loads this, after it has decoded as much as the buffer of the reader holds.
        _ = try await bytes(URLRequest(url: server.url("other")))
        var count = 0
        let error = await #expect(throws: EndpointTransportError.self) {
            for try await chunk in response.body { count += chunk.count }
        }
        #expect(error?.kind == .truncated && count > 500_000, "\(count)")
    }

    @Test("Refuses files that it cannot read, and names them")
    func wrongFiles() async throws {
        let file = URL(filePath: "/nowhere/client.pem")
        let all = [
            ConnectionSettings(certificateAuthorities: file),
            ConnectionSettings(clientCertificate: .init(certificate: file, key: file)),
        ]
        for settings in all {
            let server = try ScriptedServer { _, connection in connection.close() }
            defer { server.stop() }
            let error = await #expect(throws: EndpointTransportError.self) {
                try await bytes(URLRequest(url: url("https://127.0.0.1:\(server.port)/")), CurlTransport(settings))
            }
            #expect(error?.kind == .invalidRequest, "\(String(describing: error))")
            #expect(error?.description.contains("/nowhere/client.pem") == true, "\(String(describing: error))")
        }
    }
}
#endif
