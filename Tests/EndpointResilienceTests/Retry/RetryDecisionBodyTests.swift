import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// The bodies that `RetryRules.decide` sees.
@Suite("RequestRetrier, the body of a response", .timeLimit(.minutes(1)))
struct RetryDecisionBodyTests {
    /// Loads an endpoint whose response gets `.return` from the closure, and returns what the closure sees and what
    /// the call ends with.
    private func load(
        _ statusCode: Int, _ body: EndpointResponseBody, rules: EndpointRules = EndpointRules()
    ) async -> (seen: Collected<Data>, result: Result<Data, LoadError>) {
        let seen = Collected<Data>()
        let retrier = RequestRetrier(
            RetryRules { candidate in
                seen.append(candidate.response.body)
                return .return
            })
        let transport = Answering { _ in
            EndpointStreamedResponse(head: EndpointResponseHead(url: nil, statusCode: statusCode), body: body)
        }
        let api = Controller(baseURL: baseURL, transport: transport, middleware: [retrier], rules: rules)
        do throws(LoadError) {
            return (seen, .success(try await api.load(RESTEndpoint<Data>(path: "x"))))
        } catch {
            return (seen, .failure(error))
        }
    }

    /// A body in chunks of 40,000 bytes.
    private func body(chunks: Int, end error: EndpointTransportError? = nil) -> (EndpointResponseBody, Collected<Int>) {
        let read = Collected<Int>()
        let body = EndpointResponseBody {
            guard read.all.count < chunks else {
                if let error { throw error }
                return nil
            }
            read.append(1)
            return Data(repeating: UInt8(read.all.count), count: 40_000)
        }
        return (body, read)
    }

    private func bytes(chunks: Int) -> Data {
        (1...chunks).reduce(into: Data()) { $0 += Data(repeating: UInt8($1), count: 40_000) }
    }

    @Test("Shows the first 64 KiB of a response that is not accepted, and returns all of it", arguments: [0, 1, 2, 5])
    func longBody(chunks: Int) async throws {
        let whole = chunks == 0 ? Data() : bytes(chunks: chunks)
        let (seen, result) = await load(503, body(chunks: chunks).0)
        #expect(seen.all == [whole.prefix(65_536)])
        guard case .failure(let error) = result else { return try #require(Bool(false)) }
        #expect(error.response?.body == whole)
    }

    @Test("Does not read the body of a response whose status is accepted", arguments: [200, 404])
    func acceptedBody(statusCode: Int) async throws {
        let (seen, result) = await load(
            statusCode, body(chunks: 2).0, rules: EndpointRules(acceptedStatusCodes: [200, 404]))
        #expect(seen.all == [Data()])
        #expect(try result.get() == bytes(chunks: 2))
    }

    @Test("Shows what has arrived of a body that breaks off, and throws its error to the reader")
    func brokenBody() async throws {
        let (broken, _) = body(chunks: 1, end: .truncated(URLError(.networkConnectionLost)))
        let (seen, result) = await load(503, broken)
        #expect(seen.all == [bytes(chunks: 1)])
        guard case .failure(let error) = result else { return try #require(Bool(false)) }
        #expect(error.kind == .truncatedResponse, "\(error)")
    }

    @Test("Reads no more than 64 KiB of an endless body before another attempt")
    func endlessBody() async throws {
        let (endless, read) = body(chunks: .max)
        let run = MiddlewareRun([
            .success(EndpointStreamedResponse(head: EndpointResponseHead(url: nil, statusCode: 503), body: endless)),
            .success(response(200)),
        ])
        let retrier = RequestRetrier(RetryRules { _ in .retry }, clock: InstantClock())
        #expect(try await retrier.intercept(request("POST"), next: run.next).statusCode == 200)
        #expect(read.all.count == 2)
    }

    @Test("Limits the time for the body by the time of the attempt")
    func silentBody() async throws {
        let clock = ManualClock()
        let reading = Collected<Int>()
        let silent = EndpointResponseBody {
            reading.append(1)
            try await Task.sleep(for: .seconds(3_600))
            return nil
        }
        let run = MiddlewareRun([
            .success(EndpointStreamedResponse(head: EndpointResponseHead(url: nil, statusCode: 503), body: silent))
        ])
        let retrier = RequestRetrier(RetryRules(attemptTimeout: .seconds(5)) { _ in nil }, clock: clock)
        let call = Task { try await retrier.intercept(request("POST"), next: run.next) }
        try await waitWhile(reading.all.isEmpty)
        #expect(try await clock.waitForSleepers() == [.seconds(5)])
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: EndpointTransportError.self) { try await call.value }
        #expect(error?.kind == .timedOut)
    }

    @Test("Hides a secret path in the description of the response")
    func secretPath() async throws {
        let texts = Collected<String>()
        let retrier = RequestRetrier(
            RetryRules { candidate in
                texts.append("\(candidate.response)")
                return .return
            })
        let api = Controller(baseURL: baseURL, transport: Answering { answer(to: $0, 503) }, middleware: [retrier])
        let rules = EndpointRules(hasSecretPath: true)
        let hook = RESTEndpoint<Data>(path: "hooks/k3y", rules: rules)
        await #expect(throws: LoadError.self) { try await api.load(hook) }
        #expect(texts.all.count == 1 && !texts.all[0].contains("k3y"), "\(texts.all)")
    }

    @Test("Restarts the idle timeout of a stream with each chunk of the body that the closure sees")
    func idleTimeout() async throws {
        var kind: EndpointErrorKind?
        for factor in timeFactors where kind != .unacceptableStatus {
            let chunks = Collected<Int>()
            let body = EndpointResponseBody {
                guard chunks.all.count < 4 else { return nil }
                chunks.append(1)
                try await Task.sleep(for: .milliseconds(100) * factor)
                return Data("slow".utf8)
            }
            let transport = Answering { _ in
                EndpointStreamedResponse(head: EndpointResponseHead(url: nil, statusCode: 503), body: body)
            }
            let api = Controller(
                baseURL: baseURL, transport: transport, middleware: [RequestRetrier(RetryRules { _ in .return })],
                rules: EndpointRules(timeout: .milliseconds(250) * factor))
            kind = await #expect(throws: LoadError.self) { try await api.stream(RESTEndpoint<Data>(path: "x")) }?.kind
        }
        #expect(kind == .unacceptableStatus)
    }
}
