#if Logging
import EndpointController
import TestSupport
import EndpointObservability
import EndpointStreaming
import Foundation
import InMemoryLogging
import Logging
import Testing

/// Tests of the lines in the log.
@Suite(.timeLimit(.minutes(1))) struct RequestLoggerTests {
    private let url = "https://example.com/users?page=2"

    @Test func logsARequestAndItsOutcome() async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger)) {
            answer(to: $0, 201, chunks: ["first ", "second"])
        }
        var endpoint = try Given(url: url, method: "POST")
        endpoint.request.httpBody = Data("sent".utf8)
        _ = try await controller.load(endpoint.parsed(by: .response))

        #expect(log.messages == ["debug: Request", "info: Response"])
        for line in log.lines {
            #expect(line["http.request.method"] == "POST")
            #expect(line["url.full"] == url)
            #expect(line["attempt"] == "1")
            #expect(line["endpoint"] == "Given")
        }
        #expect(log.lines.first?["http.request.body.size"] == "4")
        let outcome = try #require(log.lines.last)
        #expect(outcome["http.response.status_code"] == "201")
        #expect(outcome["http.response.body.size"] == "12")
        #expect(outcome["error.type"] == nil)
    }

    @Test func logsTheDurationInSeconds() async throws {
        let log = Log(.info)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0) }
        for _ in 1...20 {
            let start = ContinuousClock.now
            _ = try await controller.load((try Given(url: url)).parsed(by: .response))
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let logged = try #require(log.lines.last?["http.client.request.duration"].flatMap(Double.init))
            #expect(0...seconds ~= logged)
        }
    }

    @Test("Hides a secret path") func secretPath() async throws {
        let log = Log(.trace)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0) }
        _ = try await controller.load(WebHook().parsed(by: .response))
        for line in log.lines { #expect(line["url.full"] == "https://hooks.example.com/***") }
    }

    @Test("Hides a secret path in the error of a redirect, and in the fields of the response")
    func repeatedSecretPath() async throws {
        let log = Log(.trace)
        for location in ["https://hooks.example.com:80443", ""] {
            let controller = controller(RequestLogger(log.logger)) { request in
                let path = request.url?.path() ?? ""
                let fields = ["Location": location + path, "Content-Location": path]
                return answer(to: request, location.isEmpty ? 201 : 301, fields: fields)
            }
            _ = try? await controller.load(WebHook().parsed(by: .response))
        }
        let secret = try #require(try WebHook().request.url?.lastPathComponent)
        #expect(log.lines.count == 7)
        for line in log.lines { #expect(!"\(line)".contains(secret)) }
    }

    @Test(arguments: Fault.all) func logsTheTypeAndMessageOfAFailure(fault: Fault) async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger), answer: fault.answer)
        let error = await #expect(throws: LoadError.self) {
            try await controller.load((try Given(url: url)).parsed(by: .response))
        }
        #expect(error?.kind == fault.kind)
        #expect(log.messages == ["debug: Request", "warning: Request failed"])
        #expect(log.lines.last?["error.type"] == fault.testDescription)
        #expect(log.lines.last?["error.message"]?.isEmpty == false)
        #expect(log.lines.last?["http.response.status_code"] == fault.statusCode.map { "\($0)" })
    }

    @Test(arguments: [400, 404, 503]) func logsAnErrorStatusAsAWarning(statusCode: Int) async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0, statusCode) }
        let error = await #expect(throws: LoadError.self) {
            try await controller.load((try Given(url: url)).parsed(by: .response))
        }
        #expect(error?.kind == .unacceptableStatus)
        #expect(log.messages == ["debug: Request", "warning: Response"])
        #expect(log.lines.last?["http.response.status_code"] == "\(statusCode)")
    }

    @Test func logsATimeoutIfTheCallTakesTooLong() async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger), timeout: .milliseconds(20)) { _ in try await never() }
        // On a busy machine, the time may be over before the middleware begins.
        repeat {
            let error = await #expect(throws: LoadError.self) {
                try await controller.load((try Given(url: url)).parsed(by: .response))
            }
            #expect(error?.kind == .timedOut)
        } while log.lines.isEmpty
        #expect(log.lines.last?["error.type"] == "timeout")
    }

    @Test func logsTheErrorOfTheTransportEvenIfTheCallTakesTooLong() async throws {
        let log = Log(.debug)
        let sent = Collected<URLRequest>()
        let controller = controller(RequestLogger(log.logger), timeout: .milliseconds(20)) { request in
            sent.append(request)
            _ = try? await never() as Data
            throw EndpointTransportError.unreachable(URLError(.timedOut))
        }
        // On a busy machine, the time may be over before the request is sent.
        repeat {
            _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        } while sent.all.isEmpty
        #expect(log.lines.last?["error.type"] == "server_unreachable")
    }

    @Test func logsATimeoutIfAStreamTakesTooLong() async throws {
        // The head has to arrive within the timeout, so a busy machine may need a longer timeout.
        for timeout in [20, 200, 2000, 20_000] {
            let log = Log(.debug)
            let controller = controller(RequestLogger(log.logger), timeout: .milliseconds(timeout)) { request in
                var response = answer(to: request)
                response.body = EndpointResponseBody { try await never() }
                return response
            }
            guard let response = try? await controller.stream(try Given(url: url)) else { continue }
            let error = await #expect(throws: LoadError.self) { for try await _ in response.body {} }
            #expect(error?.kind == .timedOut, "\(timeout) ms")
            await until { log.lines.count == 2 }
            #expect(log.lines.last?["error.type"] == "timeout", "\(timeout) ms")
            return
        }
        Issue.record("There was no head within 20 seconds.")
    }

    @Test func logsAnAbandonedBody() async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0, chunks: ["first", "second"]) }
        try await readFirstChunk(controller, of: try Given(url: url))
        await until { log.lines.count >= 2 }
        #expect(log.messages == ["debug: Request", "info: Response, body not read to its end"])
        #expect(log.lines.last?["http.response.body.size"] == "5")
    }

    @Test("Names an endpoint by its rules, without its wrappers")
    func endpointName() async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0, chunks: ["all"]) }
        let url = try #require(URL(string: "https://example.com/"))
        controller.baseURL = url
        for name in ["GetUser", nil] {
            let user = RESTEndpoint<Data>(path: "users/7", rules: EndpointRules(endpointName: name))
            _ = try await controller.load(user.parsed(by: .text))
        }
        #expect(log.lines.map { $0["endpoint"] } == ["GetUser", "GetUser", "RESTEndpoint<Data>", "RESTEndpoint<Data>"])
    }

    @Test("Adds the task-local values of the logger's metadata provider to both lines")
    func metadataProvider() async throws {
        enum Request { @TaskLocal static var id = "" }
        let log = Log(.debug)
        var handler = log.handler
        handler.metadataProvider = Logger.MetadataProvider { ["request": "\(Request.id)"] }
        let provided = handler
        var logger = Logger(label: "test") { _ in provided }
        logger.logLevel = .debug
        let controller = controller(RequestLogger(logger)) { answer(to: $0, chunks: ["all"]) }
        let endpoint = try Given(url: url)
        _ = try await Request.$id.withValue("7") { try await controller.load(endpoint.parsed(by: .response)) }
        #expect(provided.entries.map { $0["request"] } == ["7", "7"])
    }

    @Test func logsTheOutcomeOnceForSeveralLoopsOverTheBody() async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0, chunks: ["all"]) }
        let response = try await controller.stream(try Given(url: url))
        for _ in 1...3 { for try await _ in response.body {} }
        #expect(log.messages == ["debug: Request", "info: Response"])
    }

    @Test func logsEachAttempt() async throws {
        let log = Log(.debug)
        let controller = controller(Again(times: 3), RequestLogger(log.logger)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(Set(log.lines.map { $0["attempt"] }) == ["1", "2", "3"])
        #expect(log.lines.count == 6)
    }

    @Test func usesTheConfiguredLevels() async throws {
        let log = Log(.trace)
        let logger = RequestLogger(
            log.logger, requestLevel: .notice, responseLevel: .error, failureLevel: .critical)
        let controller = controller(logger) { answer(to: $0, $0.httpMethod == "GET" ? 200 : 500) }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        _ = try? await controller.load((try Given(url: url, method: "DELETE")).parsed(by: .response))
        #expect(
            log.messages.filter { !$0.hasPrefix("trace") } == [
                "notice: Request", "error: Response", "notice: Request", "critical: Response",
            ])
    }

    @Test(arguments: [(Logger.Level.info, 1), (.warning, 0), (.critical, 0)])
    func omitsLinesBelowTheLevelOfTheLogger(level: Logger.Level, count: Int) async throws {
        let log = Log(level)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(log.lines.count == count)
    }

    @Test func omitsTheFailureOfAnEndpointThatFailsSilently() async throws {
        let log = Log(.trace)
        let silent = try Given(url: url, failsSilently: true)
        for fault in Fault.all where fault.statusCode != 200 {
            let controller = controller(RequestLogger(log.logger, largeResponse: 1), answer: fault.answer)
            _ = try? await controller.load(silent.parsed(by: .response))
        }
        for statusCode in [400, 500] {
            let refusing = controller(RequestLogger(log.logger, largeResponse: 1)) {
                answer(to: $0, statusCode, chunks: ["long"])
            }
            _ = try? await refusing.load(silent.parsed(by: .response))
        }
        #expect(log.messages == [])

        let broken = controller(RequestLogger(log.logger)) {
            answer(to: $0, chunks: ["half"], end: .truncated(URLError(.networkConnectionLost)))
        }
        _ = try? await broken.load(silent.parsed(by: .response))
        #expect(!log.messages.contains { $0.contains("failed") || $0.contains("Response") })
    }

    @Test func logsTheSuccessOfAnEndpointThatFailsSilently() async throws {
        let log = Log(.debug)
        let controller = controller(RequestLogger(log.logger)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url, failsSilently: true)).parsed(by: .response))
        #expect(log.messages == ["debug: Request", "info: Response"])
    }

    @Test(arguments: [(["1234"], 0), (["12345"], 1), (["123", "45", "678"], 1), (["12", "34"], 0)])
    func warnsOnceAboutALargeResponse(chunks: [String], warnings: Int) async throws {
        let log = Log(.warning)
        let controller = controller(RequestLogger(log.logger, failureLevel: .info, largeResponse: 4)) {
            answer(to: $0, chunks: chunks)
        }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(log.messages == Array(repeating: "warning: Response is larger than 4 bytes", count: warnings))
    }

    @Test func warnsAboutALargeResponseBeforeTheRestIsRead() async throws {
        let log = Log(.warning)
        let controller = controller(RequestLogger(log.logger, largeResponse: 4)) {
            answer(to: $0, chunks: ["12345", "6"])
        }
        let response = try await controller.stream(try Given(url: url))
        var chunks = response.body.makeAsyncIterator()
        _ = try await chunks.next()
        #expect(log.lines.count == 1)
        while try await chunks.next() != nil {}
        #expect(log.lines.count == 1)
    }
}
#endif
