import EndpointCompliance
import EndpointController
import EndpointStreaming
import EndpointSupport
import Foundation
import Testing

/// Tests of the sources and the extreme values of a call's rules.
@Suite(.timeLimit(.minutes(1))) struct RuleTests {
    private struct Ping: BaseURLEndpointType, MethodProviderType, RulesProviderType, PayloadProviderType {
        var rules: EndpointRules { EndpointRules(acceptedStatusCodes: acceptedStatusCodes) }
        typealias Payload = String
        var method: HTTPMethod { .get }
        var acceptedStatusCodes: Set<Int> { [418] }
    }

    /// An endpoint that makes its request itself.
    private struct Custom: EndpointType {
        var url: URL
        var timeoutInterval: TimeInterval
        var request: URLRequest { URLRequest(url: url, timeoutInterval: timeoutInterval) }
    }

    @Test func keepsTheRulesOfAWrappedEndpoint() async throws {
        let server = try ScriptedServer { _, connection in connection.respond("418 Teapot", body: "short and stout") }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let bound = Ping().endpoint(baseURL: server.url())
        #expect(try await controller.load(bound) == "short and stout")
        #expect(try await controller.load(AnyEndpoint(bound).parsed(by: .response)).statusCode == 418)
        #expect(try await controller.load(AnyBaseURLEndpoint(Ping()).parsed(by: .response)).statusCode == 418)
    }

    @Test(arguments: [0, -1, .infinity, .greatestFiniteMagnitude, 1e9] as [TimeInterval])
    func loadsDespiteAZeroNegativeOrHugeRequestTimeout(seconds: TimeInterval) async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "fine") }
        defer { server.stop() }
        let endpoint = Custom(url: server.url(), timeoutInterval: seconds)
        #expect(try await Controller().load(endpoint.parsed(as: String.self)) == "fine")
    }

    @Test func appliesTheTimeoutOfTheRequest() async throws {
        let server = try ScriptedServer { _, connection in connection.waitForEnd() }
        defer { server.stop() }
        let endpoint = Custom(url: server.url(), timeoutInterval: 0.2)
        let error = await failure { () throws(LoadError) in
            _ = try await Controller().load(endpoint.parsed(by: .response))
        }
        #expect(error?.kind == .timedOut)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e18)])
    func acceptsAVeryLongTimeout(timeout: Duration) async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "fine") }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), rules: EndpointRules(timeout: timeout))
        #expect(try await controller.load(API.text.parsed(as: String.self)) == "fine")
    }

    @Test func acceptsAnEmptyBodyDespiteANegativeSizeLimit() async throws {
        struct Negative: APIEndpointType, RulesProviderType {
            var rules: EndpointRules { EndpointRules(responseSizeLimit: responseSizeLimit) }
            var relativeURLString: String { "empty" }
            var responseSizeLimit: Int? { -1 }
        }
        let server = try ScriptedServer { _, connection in connection.respond() }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        #expect(try await controller.load(Negative().parsed(by: .data)) == Data())
        for try await chunk in try await controller.stream(Negative()).body { Issue.record("\(chunk)") }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "empty")
            try await controller.download(Negative(), to: file)
            #expect(try Data(contentsOf: file) == Data())
        }
    }

    @Test func treatsANegativeSizeLimitAsZero() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "x") }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url(), rules: EndpointRules(responseSizeLimit: -1))
        let error = await failure { () throws(LoadError) in
            _ = try await controller.load(API.text.parsed(by: .response))
        }
        #expect(error?.kind == .responseTooLarge)
    }

    @Test func cancelsTheMiddlewareOfATimedOutCall() async throws {
        struct Patient: EndpointMiddleware {
            let cancelled: Locked<Bool>
            func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
                let never = AsyncStream<Void> { _ in }
                for await _ in never {}
                cancelled.withLock { $0 = true }
                throw CancellationError()
            }
        }
        let cancelled = Locked(false)
        let rules = EndpointRules(timeout: .milliseconds(50))
        let controller = Controller(
            baseURL: URL(string: "http://127.0.0.1/"), middleware: [Patient(cancelled: cancelled)], rules: rules)
        // On a busy machine, the time may be over before the middleware begins.
        repeat {
            let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
            #expect(error?.kind == .timedOut)
        } while !cancelled.withLock(\.self)
    }
}
