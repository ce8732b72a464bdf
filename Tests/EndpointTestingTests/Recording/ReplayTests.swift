import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests that recorded exchanges are replayed.
@Suite(.timeLimit(.minutes(1))) struct ReplayTests {
    private let cassettes: Cassettes

    init() throws {
        cassettes = try Cassettes()
    }

    private func get(_ path: String) -> URLRequest {
        URLRequest(url: url("https://example.com/\(path)"))
    }

    @Test(arguments: [
        StubAnswer.json(text: #"{"name":"Ada","price":0.1}"#), .text("Grüße"), .text(""), .status(404), .status(204),
        .chunks([Data("a".utf8), Data("b".utf8)]), StubAnswer(body: .data(Data([0xFF, 0]))), .unreachable,
        .notResponding, .timedOut, .text("hello").truncated(after: 3), .json(text: "[1,"),
        .text("hello", headerFields: ["Content-Encoding": "gzip"]), .text("a\u{8}b"),
    ])
    func replaysEachRecordedOutcome(answer: StubAnswer) async throws {
        let stub = StubTransport()
        stub.on(.any, answer: answer)
        let live = try await cassettes.record(stub) { await outcome(of: get(""), over: $0) }
        let replay = try ReplayTransport(cassettes.file)
        let replayed = await outcome(of: get(""), over: replay)
        #expect(replayed == live)
        try replay.verify()
    }

    @Test func replaysTheCodeOfAURLErrorOnWhichARetryDepends() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .failure(.unreachable(URLError(.secureConnectionFailed))))
        _ = try await cassettes.record(stub) { await outcome(of: get(""), over: $0) }
        let replay = try ReplayTransport(cassettes.file)
        let error = await #expect(throws: EndpointTransportError.self) { try await replay.send(get("")) }
        guard case .unreachable(let cause)? = error else { throw try #require(error) }
        #expect((cause as? URLError)?.code == .secureConnectionFailed)
    }

    @Test func neverAnswersACallThatWasRecordedUnfinished() async throws {
        let stub = StubTransport()
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        stub.on(.any) { _ in
            called.yield()
            return .neverAnswers
        }
        let recording = RecordingTransport(stub, to: cassettes.file)
        let request = get("")
        let call = Task { try await recording.send(request).statusCode }
        for await _ in calls { break }
        // The recording is saved before the call ends.
        try recording.save()
        call.cancel()
        _ = await call.result
        let replay = try ReplayTransport(cassettes.file)
        let rules = EndpointRules(timeout: .milliseconds(1))
        let controller = Controller(transport: replay, rules: rules)
        let endpoint = RESTEndpoint(.get, path: .segments([])).endpoint(baseURL: url("https://example.com/"))
        let error = await failure { () throws(LoadError) in
            _ = try await controller.load(endpoint.parsed(by: .response))
        }
        #expect(error?.kind == .timedOut)
    }

    @Test("Replays a body that was cancelled as one that does not end") func cancelledBody() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .text("hello").stalled(after: 3))
        let recording = RecordingTransport(stub, to: cassettes.file)
        let request = get("")
        let call = Task {
            for try await _ in try await recording.send(request).body { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let cancellation = await #expect(throws: EndpointTransportError.self) { try await call.value }
        #expect(cancellation?.kind == .cancelled)
        try recording.save()
        let replay = try ReplayTransport(cassettes.file)
        let (chunks, read) = AsyncStream.makeStream(of: Data.self)
        let ends = Collected<any Error>()
        let replayed = Task {
            do {
                for try await chunk in try await replay.send(request).body { read.yield(chunk) }
            } catch {
                ends.append(error)
                throw error
            }
        }
        for await chunk in chunks {
            #expect(chunk == Data("hel".utf8))
            break
        }
        // A body that ends by itself would end now.
        for _ in 1...1_000 { await Task.yield() }
        #expect(ends.all.isEmpty)
        replayed.cancel()
        let end = await #expect(throws: EndpointTransportError.self) { try await replayed.value }
        #expect(end?.kind == .cancelled)
    }

    @Test("Replays a call that was cancelled at its deadline as a timeout", arguments: [false, true])
    func timeout(hasHead: Bool) async throws {
        let stub = StubTransport()
        stub.on(.any, answer: hasHead ? .text("hello").stalled(after: 3) : .cancelled)
        let recording = RecordingTransport(stub, to: cassettes.file)
        let context = EndpointTransportContext(deadline: .now)
        let request = get("")
        let call = Task {
            let body = try await recording.send(request, context: context).body
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in body {}
        }
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        #expect(error?.kind == .cancelled)
        try recording.save()
        #expect(try cassettes.text.contains(#""kind": "timedOut""#))
        let replayed = await outcome(of: request, over: try ReplayTransport(cassettes.file))
        #expect(replayed == "\(hasHead ? "200  " : "")\(EndpointTransportError.timedOut)")
    }

    @Test("Records an idle timeout as a timeout, also for a controller without middleware", .timeLimit(.minutes(1)))
    func idleTimeout() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .neverAnswers)
        let recording = RecordingTransport(stub, to: cassettes.file)
        let rules = EndpointRules(timeout: .milliseconds(1))
        let controller = Controller(transport: recording, rules: rules)
        let endpoint = RESTEndpoint(.get, path: .segments([])).endpoint(baseURL: url("https://example.com/"))
        // The time of a call may be over before it has sent its request.
        repeat {
            let error = await #expect(throws: LoadError.self) { try await controller.stream(endpoint) }
            #expect(error?.kind == .timedOut)
        } while stub.calls.isEmpty
        try recording.save()
        #expect(try cassettes.text.contains(#""kind": "timedOut""#))
    }

    @Test("Records an idle timeout within a body as a timeout")
    func idleTimeoutOfBody() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .chunks([Data("hello".utf8)]).stalled(after: 2))
        let recording = RecordingTransport(stub, to: cassettes.file)
        let controller = Controller(transport: recording, rules: EndpointRules(timeout: .milliseconds(50)))
        let endpoint = RESTEndpoint(.get, path: .segments([])).endpoint(baseURL: url("https://example.com/"))
        // On a busy machine, the head may be too late too, and the call is then recorded as a timeout in any case.
        _ = try? await controller.stream(endpoint).body.reduce(into: Data()) { $0 += $1 }
        try recording.save()
        #expect(try cassettes.text.contains(#""kind": "timedOut""#))
    }

    @Test func replaysAPartlyReadBodyAndThenFails() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .chunks([Data("hel".utf8), Data("lo".utf8)]))
        try await cassettes.record(stub) { transport in
            for try await _ in try await transport.send(get("")).body { break }
        }
        let replayed = await outcome(of: get(""), over: try ReplayTransport(cassettes.file))
        #expect(replayed.hasPrefix("200 hel ") && replayed.contains("it was not read"))
    }

    @Test func reproducesTheErrorsOfAController() async throws {
        let stub = StubTransport()
        stub.on(RequestMatcher(path: "/api/users/1"), answer: .json(text: #"{"reason":"Gone."}"#, status: 410))
        stub.on(RequestMatcher(path: "/api/users/2"), answer: .json(text: #"{"name":7}"#))
        stub.on(
            RequestMatcher(path: "/api/users/3"),
            answer: .json(text: #"{"name":"\#(String(repeating: "x", count: 99))"}"#))
        stub.on(RequestMatcher(path: "/api/users/4"), answer: .status(302, headerFields: ["Location": "5"]))
        stub.on(RequestMatcher(path: "/api/users/5"), answer: .jsonEncoded(User.ada))
        func outcomes(_ transport: any EndpointTransport) async -> [String] {
            let rules = EndpointRules(responseSizeLimit: 50)
            let controller = Controller(baseURL: baseURL, transport: transport, rules: rules)
            var outcomes: [String] = []
            for id in 1...4 {
                do {
                    outcomes.append("\(try await controller.load(GetUser(id: id)))")
                } catch {
                    outcomes.append("\(error)")
                }
            }
            return outcomes
        }
        let live = try await cassettes.record(stub) { await outcomes($0) }
        let replay = try ReplayTransport(cassettes.file)
        #expect(await outcomes(replay) == live)
        #expect(live[2].contains("longer than 50 bytes") && live[3].contains("Ada"))
        try replay.verify()
    }

    @Test("Replays a multipart response with the boundary in its header", arguments: ["Content-Type", "content-type"])
    func multipart(name: String) async throws {
        let stub = StubTransport()
        let body = "--b1\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b1--\r\n"
        stub.on(.any, answer: .text(body, headerFields: [name: "multipart/form-data; boundary=b1"]))
        _ = try await cassettes.record(stub) { await outcome(of: get(""), over: $0) }
        let response = try await ReplayTransport(cassettes.file).send(get(""))
        #expect(response.headerField("Content-Type") == "multipart/form-data; boundary=boundary")
        let replayed = String(decoding: try await response.body.collected(upTo: 1_000), as: UTF8.self)
        #expect(replayed == body.replacingOccurrences(of: "b1", with: "boundary"))
    }

    @Test func recordsAndReplaysACustomBodyStream() async throws {
        func request() throws -> URLRequest {
            var request = try post(nil)
            request.httpBodyStream = InputStream(data: Data("hello".utf8))
            return request
        }
        let stub = StubTransport()
        stub.on(RequestMatcher(body: .text("hello")), answer: .text("ok"))
        #expect(try await cassettes.record(stub) { await outcome(of: try request(), over: $0) } == "200 ok")
        #expect(await outcome(of: try request(), over: try ReplayTransport(cassettes.file)) == "200 ok")
    }

    @Test("Replays a call whose body cannot be read") func unreadableBody() async throws {
        let request = try post(.stream { throw CocoaError(.fileReadNoSuchFile) })
        let live = try await cassettes.record(StubTransport()) { await outcome(of: request, over: $0) }
        let replay = try ReplayTransport(cassettes.file)
        #expect(await outcome(of: request, over: replay) == live)
        try replay.verify()
    }

    @Test(
        "Replays no other exchange for a call whose body cannot be read", arguments: [.text("ok"), StubAnswer.timedOut])
    func otherExchangeForUnreadableBody(answer: StubAnswer) async throws {
        let stub = StubTransport()
        stub.on(.any, answer: answer)
        let live = try await cassettes.record(stub) { await outcome(of: try post(nil), over: $0) }
        let replay = try ReplayTransport(cassettes.file)
        _ = await outcome(of: try post(.stream { throw CocoaError(.fileReadNoSuchFile) }), over: replay)
        #expect(await outcome(of: try post(nil), over: replay) == live)
    }

    @Test("Replays an empty body that was not read") func unreadEmptyBody() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .text(""))
        #expect(try await cassettes.record(stub) { try await $0.send(get("")).statusCode } == 200)
        #expect(await outcome(of: get(""), over: try ReplayTransport(cassettes.file)) == "200 ")
    }

    @Test("Replays the parts of a multipart response that have no secrets as they were") func parts() async throws {
        let stub = StubTransport()
        let body = """
            --boundary\r\nContent-Disposition: form-data; name=a\r\nContent-Type: application/json\r\n\r\n{ "n" : 1 }\r
            --boundary\r\nContent-Disposition: form-data; name=b\r\nContent-Type: multipart/form-data; boundary=c\r\n\r
            --c\r\nContent-Disposition: form-data; name=d\r\n\r\n1\r\n--c--\r\n--boundary--\r\n
            """
        stub.on(.any, answer: StubAnswer(body: .text(body, contentType: "multipart/form-data; boundary=boundary")))
        _ = try await cassettes.record(stub) { await outcome(of: get(""), over: $0) }
        #expect(await outcome(of: get(""), over: try ReplayTransport(cassettes.file)) == "200 \(body)")
    }

    @Test("Replays the announced length of a body that did not arrive") func truncatedLength() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .text("hello").truncated(after: 3))
        _ = try await cassettes.record(stub) { await outcome(of: get(""), over: $0) }
        #expect(try await ReplayTransport(cassettes.file).send(get("")).headerField("Content-Length") == "5")
    }

    @Test func setsContentLengthToTheReplayedBody() async throws {
        let stub = StubTransport()
        let chunked = ["Transfer-Encoding": "chunked"]
        stub.on(.any, answer: .json(text: #"{ "token" : "0123456789" }"#, headerFields: chunked))
        _ = try await cassettes.record(stub) { await outcome(of: get(""), over: $0) }
        let response = try await ReplayTransport(cassettes.file).send(get(""))
        #expect(response.headerField("Content-Length") == "15" && response.headerField("Transfer-Encoding") == nil)
        let head = StubTransport()
        head.on(.any, answer: .text("hello"))
        var request = get("")
        request.httpMethod = "HEAD"
        _ = try await cassettes.record(head) { await outcome(of: request, over: $0) }
        #expect(try await ReplayTransport(cassettes.file).send(request).headerField("Content-Length") == "5")
    }

    @Test func reportsUploadProgressAndDoesNotReplayACancelledCall() async throws {
        let stub = StubTransport()
        stub.on(.any, answer: .status(204))
        let request = try post(.stream { InputStream(data: Data("hello".utf8)) })
        _ = try await cassettes.record(stub) { await outcome(of: request, over: $0) }
        try stub.calls[0].expectText("hello")
        let replay = try ReplayTransport(cassettes.file)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await replay.send(URLRequest(url: baseURL)).statusCode
        }
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        #expect(error?.kind == .cancelled)
        let (progress, told) = AsyncStream.makeStream(of: EndpointProgress.self)
        _ = try await replay.send(request, context: EndpointTransportContext { told.yield($0) })
        told.finish()
        #expect(await progress.reduce(into: []) { $0.append($1) } == [EndpointProgress(completed: 5, total: 5)])
    }
}
