import EndpointStreaming
import EndpointSupport
import Foundation
import TestSupport
import Testing

@Suite("Idle timeouts", .timeLimit(.minutes(1))) struct IdleTimeoutTests {
    /// A response whose body arrives in parts of one byte, each after a pause.
    private static func slowAnswer(
        to request: URLRequest,
        _ statusCode: Int,
        parts: Int,
        pause: Duration
    ) -> EndpointStreamedResponse {
        let rest = Locked(parts)
        let body = EndpointResponseBody {
            let hasMore = rest.withLock { rest in
                rest -= 1
                return rest >= 0
            }
            if hasMore { try await Task.sleep(for: pause) }
            return hasMore ? Data("x".utf8) : nil
        }
        return EndpointStreamedResponse(
            head: EndpointResponseHead(url: request.url, statusCode: statusCode), body: body)
    }

    @Test("Begin anew with each part of the response to an upload", arguments: [200, 500])
    func response(statusCode: Int) async {
        var body: Data?
        for factor in timeFactors where body == nil {
            let pause = Duration.milliseconds(120) * factor
            let api = Controller(
                baseURL: baseURL,
                transport: Answering { Self.slowAnswer(to: $0, statusCode, parts: 3, pause: pause) },
                rules: EndpointRules(timeout: .milliseconds(200) * factor))
            do throws(LoadError) {
                body = try await api.upload(RESTEndpoint<Data>(.put, path: "file"))
            } catch {
                body = error.response?.body
            }
        }
        #expect(body == Data("xxx".utf8))
    }
}
