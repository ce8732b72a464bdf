import Dispatch
import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("Calls: one function for each way, for both kinds of endpoint")
struct InterfaceTests {
    private enum Server: String, ServerType {
        case staging = "https://staging.example.com/api/"
        case broken = "https://["
    }

    @Test("Returns the payload together with the response")
    func loadWithResponse() async throws {
        let api = try controller { _ in "[1, 2]" }
        let (numbers, response) = try await api.loadWithResponse(GetNumbers())
        #expect(numbers == [1, 2])
        #expect(response.contentType == "application/json")
        #expect(try await api.load(GetNumbers(), parser: .response).body == Data("[1, 2]".utf8))
    }

    @Test("Loads a value without naming its type again")
    func values() async throws {
        let targets = Collected<String>()
        let api = try controller { request in
            targets.append("\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")")
            return "[1]"
        }
        let id: Int = 867
        #expect(try await api.load(RESTEndpoint<[Int]>(path: "lists/\(segment: "a/b")")) == [1])
        #expect(try await api.load(RESTEndpoint<[Int]>(pathComponents: ["lists", id])) == [1])
        #expect(try await api.load(RESTEndpoint(path: "raw")) == Data("[1]".utf8))
        #expect(try await api.load(RESTEndpoint(pathComponents: ["raw", 7])) == Data("[1]".utf8))
        try await api.load(RESTEndpoint(.delete, path: "lists/1"), parser: .none)
        #expect(
            targets.all == [
                "GET https://example.com/api/lists/a%2Fb", "GET https://example.com/api/lists/867",
                "GET https://example.com/api/raw", "GET https://example.com/api/raw/7",
                "DELETE https://example.com/api/lists/1",
            ])
    }

    @Test("Builds a whole request from the arguments of a value")
    func valueParts() throws {
        let endpoint = RESTEndpoint(
            .put, pathComponents: ["users", "a/b", "followers"], queryItems: .items(["page": 2]),
            headerFields: ["Accept": "text/plain"], body: .text("x"))
        let request = try endpoint.request(baseURL: try #require(URL(string: "https://example.com/api/")))
        #expect(request.url?.absoluteString == "https://example.com/api/users/a%2Fb/followers?page=2")
        #expect(request.httpMethod == "PUT")
        #expect(request.value(forHTTPHeaderField: "Accept") == "text/plain")
        #expect(request.httpBody == Data("x".utf8))
    }

    @Test("Refuses a path component that would change the path", arguments: ["", ".", ".."])
    func unsafeComponents(_ component: String) throws {
        let baseURL = try #require(URL(string: "https://example.com/api/"))
        for components in [[component], ["users", component], [component, "users"]] {
            #expect(throws: EndpointRequestError.self) {
                try RESTEndpoint(pathComponents: components).request(baseURL: baseURL)
            }
        }
    }

    @Test("A value says what it accepts and how long it may take, and leaves the rest to the rules")
    func valueRules() async throws {
        let timeouts = Collected<TimeInterval>()
        let transport = Answering { request in
            timeouts.append(request.timeoutInterval)
            return answer(to: request, 404, chunks: ["[]"])
        }
        let baseURL = URL(string: "https://example.com/")
        let api = CallController(baseURL: baseURL, transport: transport, rules: EndpointRules(timeout: .seconds(900)))
        #expect(
            try await api.load(RESTEndpoint<[Int]>(path: "x", timeout: .seconds(1400), acceptedStatusCodes: [404]))
                == [])
        await #expect(throws: CallError.self) { try await api.load(RESTEndpoint<[Int]>(path: "x")) }
        // The transport sees the timeout as it was set.
        #expect(timeouts.all == [1400, 900])
    }

    @Test("Takes a server in place of a base URL, and throws its error with the calls that need one")
    func servers() async throws {
        let targets = Collected<URL?>()
        let transport = Answering { request in
            targets.append(request.url)
            return answer(to: request, chunks: ["[]"])
        }
        _ = try await CallController(baseURL: Server.staging, transport: transport).load(GetNumbers())
        #expect(targets.all == [URL(string: "https://staging.example.com/api/numbers")])

        let broken = CallController(baseURL: Server.broken, transport: transport)
        let error = await #expect(throws: CallError.self) { try await broken.load(GetNumbers()) }
        guard case .invalidRequest(EndpointRequestError.invalidURL("https://[")) = error else {
            Issue.record("\(error as Any)")
            return
        }
        _ = try await broken.load(try Given(url: "https://example.com/"), parser: .none)
        broken.baseURL = URL(string: "https://example.com/api/")
        #expect(try await broken.load(GetNumbers()) == [])
    }

    @Test("An endpoint can ask for a timeout of 60 s where the rules have another")
    func sixtySeconds() async throws {
        struct Patient: APIEndpointType, TimeoutProviderType {
            var relativeURLString: String { "x" }
            var timeout: Duration? { .seconds(60) }
        }
        let timeouts = Collected<TimeInterval>()
        let api = try controller(rules: EndpointRules(timeout: .seconds(500))) { request in
            timeouts.append(request.timeoutInterval)
            return "[]"
        }
        try await api.load(Patient(), parser: .none)
        #expect(timeouts.all == [60])
    }
}

@Suite("EndpointWrapper: what a controller asks of the endpoint within")
struct WrapperRuleTests {
    private struct Teapot: APIEndpointType, PayloadProviderType, AcceptedStatusCodesProviderType, TimeoutProviderType,
        PagingProviderType, Sendable
    {
        typealias Payload = [Int]
        var relativeURLString: String { "teapot" }
        var acceptedStatusCodes: Set<Int> { [418] }
        var timeout: Duration? { .seconds(700) }
        var paging: EndpointPaging { .numbered(pageName: "p") }
    }

    struct Plain<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType {
        var base: Base
    }

    struct Hurried<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType, TimeoutProviderType {
        var base: Base
        var timeout: Duration? { .seconds(200) }
    }

    /// A wrapper that says more than what is within, for redirects and for sending again.
    private struct Careful<Base: BaseURLEndpointType>: EndpointWrapper, BaseURLEndpointType, RepeatableProviderType,
        PortableHeaderFieldsProviderType
    {
        var base: Base
        var isRepeatable: Bool { false }
        var portableHeaderFields: Set<String> { ["X-Trace"] }
    }

    private struct Traced: APIEndpointType {
        var relativeURLString: String { "traced" }
        var headerFields: [String: String] { ["X-Trace": "7", "X-Secret": "8"] }
    }

    private func api(_ requests: Collected<URLRequest>) -> CallController {
        let transport = Answering { request in
            requests.append(request)
            return answer(to: request, 418, chunks: ["[1]"])
        }
        return CallController(baseURL: URL(string: "https://example.com/"), transport: transport)
    }

    @Test("Finds them through any number of wrappers, and lets a wrapper have the last word")
    func depth() async throws {
        let requests = Collected<URLRequest>()
        let api = api(requests)
        #expect(try await api.load(Plain(base: Plain(base: Teapot()))) == [1])
        #expect(try await api.load(Hurried(base: Plain(base: Teapot()))) == [1])
        #expect(try await api.load(AnyBaseURLEndpoint(Teapot()), as: [Int].self) == [1])
        #expect(try await api.load(Teapot().endpoint(baseURL: try #require(URL(string: "https://a.example/")))) == [1])
        #expect(requests.all.map(\.timeoutInterval) == [700, 200, 700, 700])
        for try await _ in api.pages(of: Plain(base: Teapot())) { break }
        #expect(requests.all.last?.url?.query() == "p=1")
    }

    @Test("Asks a wrapper whether its request may be repeated, and which header fields may go to another origin")
    func repetition() async throws {
        let sent = Collected<URLRequest>()
        let transport = Answering { request in
            sent.append(request)
            let isFirst = request.url?.host() == "example.com"
            return answer(to: request, isFirst ? 307 : 200, fields: isFirst ? ["Location": "https://a.example/"] : [:])
        }
        let repeatable = Collected<Bool>()
        let look = Looking { request, next in repeatable.append(next.isRepeatable(request)) }
        let api = CallController(
            baseURL: URL(string: "https://example.com/"), transport: transport, middleware: [look])
        try await api.load(Plain(base: Careful(base: Plain(base: Traced()))), parser: .none)
        #expect(repeatable.all == [false])
        let last = try #require(sent.all.last)
        #expect(last.url?.host() == "a.example")
        #expect(last.value(forHTTPHeaderField: "x-trace") == "7")
        #expect(last.value(forHTTPHeaderField: "x-secret") == nil)
    }
}

extension WrapperRuleTests.Plain: PayloadProviderType where Base: PayloadProviderType {}
extension WrapperRuleTests.Hurried: PayloadProviderType where Base: PayloadProviderType {}

@Suite("The main actor")
struct MainActorTests {
    // Set on the main queue. The main thread ends early on Linux, so the test cannot ask for it.
    fileprivate static let isMainQueue = DispatchSpecificKey<Bool>()

    /// A list that notes where it is parsed.
    private struct Noted: APIEndpointType, PayloadProviderType {
        let places: Collected<Bool>
        var relativeURLString: String { "numbers" }
        var parser: PayloadParser<Int> {
            PayloadParser { [places] response in
                places.append(DispatchQueue.getSpecific(key: MainActorTests.isMainQueue) ?? false)
                return response.body.count
            }
        }
    }

    @Test("Parses off the main actor in every way to call") @MainActor
    func parsing() async throws {
        DispatchQueue.main.setSpecific(key: Self.isMainQueue, value: true)
        #expect(DispatchQueue.getSpecific(key: Self.isMainQueue) == true)
        let places = Collected<Bool>()
        let endpoint = Noted(places: places)
        let api = try controller { _ in "[1]" }
        #expect(try await api.load(endpoint) == 3)
        #expect(try await api.load(RESTEndpoint(path: "numbers"), parser: endpoint.parser) == 3)
        #expect(try await api.loadWithResponse(endpoint).payload == 3)
        #expect(try await api.upload(endpoint) { _ in } == 3)
        #expect(places.all == [false, false, false, false])
    }
}
