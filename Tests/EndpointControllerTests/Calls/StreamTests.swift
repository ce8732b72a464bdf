import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("Streams of a controller", .timeLimit(.minutes(1)))
struct ControllerStreamTests {
    private func api(
        _ rules: EndpointRules = EndpointRules(),
        answer respond: @escaping @Sendable (URLRequest) throws -> EndpointStreamedResponse
    ) -> Controller {
        Controller(baseURL: baseURL, transport: Answering { try respond($0) }, rules: rules)
    }

    private let endpoint = RESTEndpoint(path: "log")

    @Test("Returns an accepted head before the body, chunk by chunk")
    func chunks() async throws {
        let response = try await api { answer(to: $0, 201, chunks: ["a", "bc"]) }.stream(endpoint)
        #expect(response.statusCode == 201)
        var chunks: [Data] = []
        for try await chunk in response.body { chunks.append(chunk) }
        #expect(chunks == [Data("a".utf8), Data("bc".utf8)])
    }

    @Test("Reads the body of a status that is not accepted, for the error")
    func status() async throws {
        let api = api { answer(to: $0, 409, chunks: [#"{"reason": "#, #""locked"}"#]) }
        let error = await #expect(throws: LoadError.self) { try await api.stream(endpoint) }
        #expect(error?.serverError?.reason == "locked")
    }

    @Test("Checks the content type and the validator before the body")
    func rules() async throws {
        struct Refusal: Error {}
        let rules = EndpointRules(acceptedContentTypes: ["text/plain"]) {
            if $0.headerField("X-Old") != nil { throw Refusal() }
        }
        let fields = [["Content-Type": "text/html"], [:], ["Content-Type": "text/plain", "X-Old": "1"]]
        let kinds: [EndpointErrorKind] = [.unacceptableContentType, .unacceptableContentType, .unacceptableResponse]
        for (fields, kind) in zip(fields, kinds) {
            let api = api(rules) { answer(to: $0, fields: fields, chunks: ["x"]) }
            let error = await #expect(throws: LoadError.self) { try await api.stream(endpoint) }
            #expect(error?.kind == kind, "\(fields)")
        }
    }

    @Test(
        "Accepts the rest of a file without a content type only in answer to If-Range",
        arguments: [(206, ["If-Range": "\"1\""], true), (200, ["If-Range": "\"1\""], false), (206, [:], false)])
    func part(status: Int, fields: [String: String], isAccepted: Bool) async throws {
        let api = api(EndpointRules(acceptedContentTypes: ["text/plain"])) { answer(to: $0, status, chunks: ["x"]) }
        let response = try? await api.stream(RESTEndpoint(path: "log", headerFields: fields))
        #expect((response != nil) == isAccepted)
    }

    @Test("Throws errors of the body as EndpointError, with the response")
    func truncatedBody() async throws {
        let cut = EndpointTransportError.truncated(URLError(.networkConnectionLost))
        let response = try await api { answer(to: $0, chunks: ["a"], end: cut) }.stream(endpoint)
        let error = await #expect(throws: LoadError.self) { for try await _ in response.body {} }
        #expect(error?.kind == .truncatedResponse)
        #expect(error?.response?.statusCode == 200)
    }

    @Test("Ends when no part of the body arrives within the idle timeout")
    func idleTimeout() async throws {
        let api = api(EndpointRules(timeout: .milliseconds(50))) { request in
            let body = EndpointResponseBody {
                try await Task.sleep(for: .seconds(3_600))
                return nil
            }
            return EndpointStreamedResponse(head: EndpointResponseHead(url: request.url, statusCode: 200), body: body)
        }
        var kind: EndpointErrorKind?
        // On a busy machine, the head may be too late too.
        do {
            for try await _ in try await api.stream(endpoint).body {}
        } catch {
            kind = (error as? LoadError)?.kind
        }
        #expect(kind == .timedOut)
    }

    /// A transport whose response begins before the request has been sent, which takes 3.6 seconds.
    private struct Overlapping: EndpointTransport {
        func send(
            _ outgoing: OutgoingRequest,
            context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let rest = EndpointResponseBody(Data("done".utf8))
            let body = EndpointResponseBody {
                for number in 1...12 {
                    try await Task.sleep(for: .milliseconds(300))
                    context.onUpload?(EndpointProgress(completed: Int64(number), total: 12))
                }
                return try await rest.nextChunk()
            }
            return EndpointStreamedResponse(head: EndpointResponseHead(url: nil, statusCode: 200), body: body)
        }
    }

    @Test("Restarts the idle timeout with each part of the request that is sent while the response is awaited")
    func overlappingUpload() async throws {
        let api = Controller(baseURL: baseURL, transport: Overlapping(), rules: EndpointRules(timeout: .seconds(3)))
        let response = try await api.stream(RESTEndpoint(.post, path: "log", body: .text("long")))
        #expect(try await response.body.reduce(into: Data()) { $0 += $1 } == Data("done".utf8))
    }

    @Test(
        "Reports a failure as one event, whether the head or the body fails, unless the call is silent",
        arguments: [false, true])
    func events(isBody: Bool) async throws {
        let gone = EndpointTransportError.notResponding(URLError(.networkConnectionLost))
        let path = "events-\(isBody)"
        var api: Controller? = api { request in
            if isBody { return answer(to: request, chunks: ["a"], end: gone) }
            throw gone
        }
        let events = try #require(api?.events)
        for (path, isSilent) in [("silent", true), (path, false)] {
            let endpoint = RESTEndpoint(path: .segments([path]), rules: EndpointRules(failsSilently: isSilent))
            do {
                let response = try await api?.stream(endpoint)
                if let response { for try await _ in response.body {} }
            } catch {
                #expect((error as? LoadError)?.kind == .serverNotResponding)
            }
        }
        api = nil
        var reported: [EndpointEvent] = []
        for await event in events { reported.append(event) }
        #expect(reported.map(\.kind) == [.serverNotResponding])
        #expect(reported.map { $0.request.url?.lastPathComponent } == [path])
    }
}
