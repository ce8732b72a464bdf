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
