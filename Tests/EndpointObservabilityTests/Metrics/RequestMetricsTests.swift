#if Metrics
import EndpointController
import TestSupport
import EndpointObservability
import Foundation
import Metrics
import MetricsTestKit
import Testing

/// Tests of the recorded metrics.
@Suite(.timeLimit(.minutes(1))) struct RequestMetricsTests {
    private static let labels = [
        "http.client.requests", "http.client.request.duration", "http.client.response.body.size",
    ]
    private let metrics = TestMetrics()
    private let url = "https://Example.com/users/867?page=2"

    private func dimensions(
        _ outcome: String, method: String = "GET", address: String = "example.com", port: String = "443",
        endpoint: String = "Given"
    ) -> [(String, String)] {
        [
            ("endpoint", endpoint), ("http.request.method", method), ("server.address", address), ("server.port", port),
            ("outcome", outcome),
        ]
    }

    private func count(_ dimensions: [(String, String)]) -> Int64 {
        metrics.counterTotal(label: "http.client.requests", dimensions: dimensions)
    }

    private func recorded(_ dimensions: [(String, String)]) -> [Double] {
        metrics.recorders(label: "http.client.response.body.size", dimensions: dimensions).flatMap(\.values)
    }

    private func times(_ dimensions: [(String, String)]) -> [Int64] {
        metrics.timers(label: "http.client.request.duration", dimensions: dimensions).flatMap(\.values)
    }

    /// Everything that a backend receives, except the values.
    private var texts: [String] {
        metrics.counters.map { "\($0.label) \($0.dimensions)" } + metrics.timers.map { "\($0.label) \($0.dimensions)" }
            + metrics.recorders.map { "\($0.label) \($0.dimensions)" }
    }

    @Test func countsAndMeasuresEachRequest() async throws {
        let controller = controller(RequestMetrics(factory: metrics)) {
            answer(to: $0, chunks: ["first ", "second"])
        }
        for _ in 1...2 { _ = try await controller.load((try Given(url: url)).parsed(by: .response)) }
        #expect(count(dimensions("2xx")) == 2)
        #expect(recorded(dimensions("2xx")) == [12, 12])
        #expect(times(dimensions("2xx")).count == 2)
        #expect(times(dimensions("2xx")).allSatisfy { $0 > 0 })
        #expect(texts.count == 3)
    }

    @Test(arguments: [(204, "2xx"), (404, "4xx"), (503, "5xx"), (304, "3xx"), (600, "_OTHER"), (0, "_OTHER")])
    func reportsTheClassOfTheStatus(statusCode: Int, outcome: String) async throws {
        let controller = controller(RequestMetrics(factory: metrics)) { answer(to: $0, statusCode) }
        _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(count(dimensions(outcome)) == 1)
    }

    @Test(arguments: Fault.all) func reportsTheKindOfAFailure(fault: Fault) async throws {
        let controller = controller(RequestMetrics(factory: metrics), answer: fault.answer)
        _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(count(dimensions(fault.testDescription)) == 1)
        #expect(times(dimensions(fault.testDescription)).count == 1)
        #expect(recorded(dimensions(fault.testDescription)).count == (fault.statusCode == nil ? 0 : 1))
    }

    @Test(arguments: [
        CocoaError(.fileNoSuchFile) as any Error,
        EndpointError<EndpointDefaultServerError>.invalidRequest(EndpointUnansweredCall(), CancellationError()),
    ])
    func reportsAnErrorOfAnotherMiddleware(error: any Error) async throws {
        struct Failing: EndpointMiddleware {
            var error: any Error
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                throw error
            }
        }
        let controller = EndpointController<EndpointDefaultServerError>(
            transport: Answering { answer(to: $0) },
            middleware: [RequestMetrics(factory: metrics), Failing(error: error)])
        _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(count(dimensions("middleware_failed")) == 1)
    }

    @Test func reportsATimeoutIfTheCallTakesTooLong() async throws {
        let controller = controller(RequestMetrics(factory: metrics), timeout: .milliseconds(20)) { _ in
            try await never()
        }
        // On a busy machine, the time may be over before the middleware begins.
        repeat {
            _ = try? await controller.load((try Given(url: url)).parsed(by: .response))
        } while count(dimensions("timeout")) == 0
        #expect(texts.count == 2)
    }

    @Test func countsAnAbandonedBodyByItsStatus() async throws {
        let controller = controller(RequestMetrics(factory: metrics)) {
            answer(to: $0, chunks: ["first", "second"])
        }
        try await readFirstChunk(controller, of: try Given(url: url))
        await until { count(dimensions("2xx")) == 1 }
        #expect(recorded(dimensions("2xx")) == [5])
    }

    @Test(arguments: ["PROPFIND", "get", "Q1", "Q2"]) func reportsAnUnknownMethodAsOther(method: String)
        async throws
    {
        let controller = controller(RequestMetrics(factory: metrics)) { answer(to: $0) }
        var endpoint = try Given(url: url)
        endpoint.request.httpMethod = method
        // `URLRequest` corrects the case of some methods.
        let isKnown = endpoint.request.httpMethod == "GET"
        _ = try await controller.load(endpoint.parsed(by: .response))
        #expect(count(dimensions("2xx", method: isKnown ? "GET" : "_OTHER")) == 1)
    }

    @Test(arguments: ["QUERY", "PROPFIND"]) func reportsAKnownOrGivenMethodByItsName(method: String) async throws {
        let controller = controller(RequestMetrics(factory: metrics, otherMethods: ["PROPFIND"])) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url, method: method)).parsed(by: .response))
        #expect(count(dimensions("2xx", method: method)) == 1)
    }

    @Test func limitsTheNumberOfServersReportedByName() async throws {
        let controller = controller(RequestMetrics(factory: metrics, serverLimit: 2)) { answer(to: $0) }
        let others = (2...20).map { "http://server\($0):8080/\($0)?x=\($0)" }
        for url in ["http://server1:8080"] + others + ["http://server1:8080", "http://server1:8081"] {
            _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        }
        #expect(count(dimensions("2xx", address: "server1", port: "8080")) == 2)
        #expect(count(dimensions("2xx", address: "server2", port: "8080")) == 1)
        #expect(count(dimensions("2xx", address: "_OTHER", port: "_OTHER")) == 19)
        #expect(texts.count == 9)
    }

    @Test("Names an endpoint by its rules, otherwise by its type, never by its path")
    func endpointName() async throws {
        let controller = controller(RequestMetrics(factory: metrics)) { answer(to: $0) }
        controller.baseURL = URL(string: "https://example.com/")
        for id in 1...3 {
            _ = try await controller.load(
                RESTEndpoint<Void>(path: "users/\(segment: id)", rules: EndpointRules(endpointName: "GetUser")))
            _ = try await controller.load(RESTEndpoint<Void>(path: "users/\(segment: id)"))
        }
        #expect(count(dimensions("2xx", endpoint: "GetUser")) == 3)
        #expect(count(dimensions("2xx", endpoint: "RESTEndpoint<()>")) == 3)
        #expect(metrics.counters.count == 2)
    }

    @Test func countsEachAttemptAfterAMiddlewareThatRetries() async throws {
        let controller = controller(Again(times: 3), RequestMetrics(factory: metrics)) { answer(to: $0) }
        _ = try await controller.load((try Given(url: url)).parsed(by: .response))
        #expect(count(dimensions("2xx")) == 3)
    }

    @Test func usesTheFactoryOfMetricsSystemByDefault() async throws {
        let controller = controller(RequestMetrics()) { answer(to: $0) }
        let endpoint = try Given(url: url)
        _ = try await withMetricsFactory(metrics) { try await controller.load(endpoint.parsed(by: .response)) }
        #expect(count(dimensions("2xx")) == 1)
    }

    @Test(arguments: Exposure.all) func keepsSecretsAndPathsOutOfTheMetrics(exposure: Exposure) async throws {
        try await exposure.load(with: RequestMetrics(factory: metrics))
        #expect(Set(metrics.counters.map(\.label)) == ["http.client.requests"])
        for text in texts {
            #expect(!text.contains(Exposure.secret), "\(text)")
            #expect(!text.contains("users"), "The path is not a dimension: \(text)")
        }
    }
}
#endif
