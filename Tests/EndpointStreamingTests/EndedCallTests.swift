import EndpointStreaming
import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Calls whose middleware continues after they have ended.
@Suite(.timeLimit(.minutes(1))) struct EndedCallTests {
    enum Kind: CaseIterable {
        case load, stream, readStream, elements, download, upload
    }

    /// Middleware that ignores the end of the call, and then sends the request.
    private struct Late: EndpointMiddleware {
        let arrival: @Sendable () -> Void
        /// A Boolean value that indicates whether a task sends the request that is not cancelled with the call.
        let isDetached: Bool
        let end: @Sendable ((any Error)?) -> Void

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            let (silence, continuation) = AsyncStream<Void>.makeStream()
            arrival()
            // Ends when the task is cancelled.
            for await _ in silence {}
            continuation.finish()
            do {
                let response = try await isDetached ? Task.detached { try await next(request) }.value : next(request)
                end(nil)
                return response
            } catch {
                end(error)
                throw error
            }
        }
    }

    private static let endpoint = RESTEndpoint(.post, path: "x", body: .text("order"))

    private let stub = StubTransport()
    /// The streams that have been read, which would otherwise end when they are released.
    private let readStreams = Collected<EndpointStreamedResponse>()

    /// Makes a call, and returns its error.
    private func call(_ kind: Kind, _ api: Controller) async -> LoadError? {
        do {
            switch kind {
            case .load: _ = try await api.load(Self.endpoint)
            case .stream: _ = try await api.stream(Self.endpoint)
            case .readStream:
                let response = try await api.stream(Self.endpoint)
                readStreams.append(response)
                for try await _ in response.body {}
            case .elements: for try await _ in api.elements(of: Self.endpoint.streamed(by: .events)) {}
            case .download:
                let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
                try await api.download(Self.endpoint, to: file)
            case .upload: _ = try await api.upload(Self.endpoint)
            }
            return nil
        } catch {
            return error as? LoadError ?? .cancelled(EndpointUnansweredCall())
        }
    }

    @Test("Sends nothing after a call has timed out", arguments: Kind.allCases, [false, true])
    func timeout(_ kind: Kind, isDetached: Bool) async throws {
        stub.on(.any, answer: .status(200))
        let (refusals, refusal) = AsyncStream<(any Error)?>.makeStream()
        let arrivals = Collected<Kind>()
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: stub,
            middleware: [Late(arrival: { arrivals.append(kind) }, isDetached: isDetached) { refusal.yield($0) }],
            rules: EndpointRules(timeout: .milliseconds(50)))
        // On a busy machine, the time may be over before the middleware begins.
        repeat {
            #expect(await call(kind, api)?.kind == .timedOut)
        } while arrivals.all.isEmpty
        for await error in refusals {
            #expect((error as? EndpointTransportError)?.kind == .timedOut, "\(error as Any)")
            break
        }
        #expect(stub.calls.isEmpty)
    }

    @Test(
        "Begins no call whose timeout is not positive", arguments: Kind.allCases, [Duration.zero, .seconds(-1)])
    func noTime(_ kind: Kind, timeout: Duration) async {
        stub.on(.any, answer: .status(200))
        let arrivals = Collected<Kind>()
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: stub,
            middleware: [Looking { _, _ in arrivals.append(kind) }], rules: EndpointRules(timeout: timeout))
        #expect(await call(kind, api)?.kind == .timedOut)
        #expect(arrivals.all.isEmpty)
        #expect(stub.calls.isEmpty)
    }

    @Test("Sends nothing after a call has been cancelled", arguments: Kind.allCases)
    func cancellation(_ kind: Kind) async throws {
        stub.on(.any, answer: .status(200))
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let (refusals, refusal) = AsyncStream<(any Error)?>.makeStream()
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: stub,
            middleware: [Late(arrival: { arrival.yield() }, isDetached: false) { refusal.yield($0) }])
        let task = Task { await call(kind, api) }
        for await _ in arrivals { break }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        for await error in refusals {
            #expect((error as? EndpointTransportError)?.kind == .cancelled, "\(error as Any)")
            break
        }
        #expect(stub.calls.isEmpty)
    }

    /// Middleware that sends the request again within the body, and gives the test a closure that sends it later.
    private struct Resuming: EndpointMiddleware {
        let keep: @Sendable (@escaping @Sendable () async throws -> Void) -> Void

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var response = try await next(request)
            keep { _ = try await next(request) }
            let first = response.body
            let isResumed = Locked(false)
            response.body = EndpointResponseBody {
                if let chunk = try await first.nextChunk() { return chunk }
                let isFirst = isResumed.withLock { isResumed in
                    defer { isResumed = true }
                    return !isResumed
                }
                return isFirst ? try await next(request).body.nextChunk() : nil
            }
            return response
        }
    }

    @Test(
        "Lets middleware send again while the body is read, but not after the call",
        arguments: Kind.allCases, [200, 500])
    func resumption(_ kind: Kind, status: Int) async throws {
        let type = kind == .elements ? "text/event-stream" : "application/octet-stream"
        stub.on(.any, answer: .chunks([Data("data: a\n\n".utf8)], contentType: type, status: status))
        let later = Collected<@Sendable () async throws -> Void>()
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: stub,
            middleware: [Resuming { later.append($0) }])
        #expect(await call(kind, api)?.kind == (status == 200 ? nil : .unacceptableStatus))
        let count = kind == .stream && status == 200 ? 1 : 2
        #expect(stub.calls.count == count)
        for send in later.all {
            let error = await #expect(throws: EndpointTransportError.self) { try await send() }
            #expect(error?.kind == .cancelled)
        }
        #expect(stub.calls.count == count)
    }
}
