import Dispatch
import EndpointController
import EndpointPaging
import Foundation
import TestSupport
import Testing

@Suite("EndpointWrapper: providers of the wrapped endpoint", .timeLimit(.minutes(1)))
struct WrapperRuleTests {
    private struct Teapot: APIEndpointType, PayloadProviderType, RulesProviderType,
        PagingProviderType, Sendable
    {
        var rules: EndpointRules { EndpointRules(acceptedStatusCodes: acceptedStatusCodes, timeout: timeout) }
        typealias Payload = [Int]
        var relativeURLString: String { "teapot" }
        var acceptedStatusCodes: Set<Int> { [418] }
        var timeout: Duration? { .seconds(700) }
        var paging: EndpointPaging { .numbered(pageName: "p") }
    }

    struct Plain<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType {
        var base: Base
    }

    struct Hurried<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType, RulesProviderType {
        var rules: EndpointRules { EndpointRules(timeout: timeout) }
        var base: Base
        var timeout: Duration? { .seconds(200) }
    }

    /// A wrapper that makes an endpoint not repeatable, and a header field portable.
    private struct Careful<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType, RulesProviderType {
        var rules: EndpointRules {
            EndpointRules(isRepeatable: isRepeatable, portableHeaderFields: portableHeaderFields)
        }
        var base: Base
        var isRepeatable: Bool { false }
        var portableHeaderFields: Set<String> { ["X-Trace"] }
    }

    private struct Traced: APIEndpointType {
        var relativeURLString: String { "traced" }
        var headerFields: [String: String] { ["X-Trace": "7", "X-Secret": "8"] }
    }

    private func api(_ requests: Collected<URLRequest>) -> Controller {
        let transport = Answering { request in
            requests.append(request)
            return answer(to: request, 418, chunks: ["[1]"])
        }
        return Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
    }

    /// A wrapper that does not know what it wraps.
    private struct Opaque: EndpointWrapper, APIEndpointType {
        var base: Any
        var relativeURLString: String { "opaque" }
    }

    @Test("Gives an endpoint a payload, with the settings of the endpoint within, in the first and in later calls")
    func parsed() async throws {
        let requests = Collected<URLRequest>()
        let api = api(requests)
        for _ in 1...2 {
            #expect(try await api.load(Teapot().parsed(as: String.self)) == "[1]")
            let (numbers, response) = try await api.loadWithResponse(Teapot().parsed(as: [Int].self))
            #expect(numbers == [1] && response.statusCode == 418)
            // The result is as `Sendable` as the endpoint: it goes into another task.
            let text = Teapot().parsed(by: .text)
            #expect(try await Task.detached { try await api.load(text) }.value == "[1]")
            let count = PayloadParser<[Int]>.json.map(\.count)
            #expect(try await api.load(Teapot().parsed(as: String.self).parsed(by: count)) == 1)
        }
        #expect(requests.all.map(\.timeoutInterval) == Array(repeating: 700, count: 8))
        for try await page in api.pages(of: Teapot().parsed(as: [Int].self)) {
            #expect(page == [1])
            break
        }
        #expect(requests.all.last?.url?.query() == "p=1")
    }

    @Test("Looks for the settings within a wrapper in each call, even if an earlier one found none")
    func opaque() async throws {
        let requests = Collected<URLRequest>()
        let api = api(requests)
        let error = await #expect(throws: LoadError.self) {
            try await api.load(Opaque(base: 1).parsed(as: String.self))
        }
        #expect(error?.kind == .unacceptableStatus)
        #expect(try await api.load(Opaque(base: Teapot()).parsed(as: String.self)) == "[1]")
        #expect(requests.all.map(\.timeoutInterval) == [60, 700])
    }

    @Test("Finds providers through nested wrappers, and lets a wrapper override them")
    func depth() async throws {
        let requests = Collected<URLRequest>()
        let api = api(requests)
        #expect(try await api.load(Plain(base: Plain(base: Teapot()))) == [1])
        #expect(try await api.load(Hurried(base: Plain(base: Teapot()))) == [1])
        #expect(try await api.load(AnyBaseURLEndpoint(Teapot()).parsed(as: [Int].self)) == [1])
        #expect(try await api.load(Teapot().endpoint(baseURL: try #require(URL(string: "https://a.example/")))) == [1])
        #expect(requests.all.map(\.timeoutInterval) == [700, 200, 700, 700])
        for try await _ in api.pages(of: Plain(base: Teapot())) { break }
        #expect(requests.all.last?.url?.query() == "p=1")
    }

    @Test("Uses isRepeatable and portableHeaderFields of a wrapper")
    func repetition() async throws {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            let isFirst = request.url?.host() == "example.com"
            return answer(to: request, isFirst ? 307 : 200, fields: isFirst ? ["Location": "https://a.example/"] : [:])
        }
        let repeatable = Collected<Bool>()
        let look = Looking { request, next in repeatable.append(next.isRepeatable(request)) }
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: transport, middleware: [look])
        try await api.load(Plain(base: Careful(base: Plain(base: Traced()))).parsed(by: .none))
        #expect(repeatable.all == [false])
        let last = try #require(sent.all.last)
        #expect(last.url?.host() == "a.example")
        #expect(last.value(forHTTPHeaderField: "x-trace") == "7")
        #expect(last.value(forHTTPHeaderField: "x-secret") == nil)
    }
}

extension WrapperRuleTests.Plain: PayloadProviderType where Base: PayloadProviderType {}
extension WrapperRuleTests.Hurried: PayloadProviderType where Base: PayloadProviderType {}
