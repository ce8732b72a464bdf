import Dispatch
import EndpointController
import EndpointStreaming
import Foundation
import TestSupport
import Testing

@Suite("Calls of endpoint types and of RESTEndpoint", .timeLimit(.minutes(1)))
struct InterfaceTests {
    private enum Server: String, ServerType {
        case staging = "https://staging.example.com/api/"
        case broken = "https://["
    }

    @Test("Returns the payload together with the response")
    func loadWithResponse() async throws {
        let api = controller { _ in "[1, 2]" }
        let (numbers, response) = try await api.loadWithResponse(GetNumbers())
        #expect(numbers == [1, 2])
        #expect(response.contentType == "application/json")
        #expect(try await api.load(GetNumbers().parsed(by: .response)).body == Data("[1, 2]".utf8))
    }

    @Test("Loads a RESTEndpoint by path or components, by default as Data")
    func values() async throws {
        let targets = Collected<String>()
        let api = controller { request in
            targets.append("\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")")
            return "[1]"
        }
        let id: Int = 867
        #expect(try await api.load(RESTEndpoint<[Int]>(path: "lists/\(segment: "a/b")")) == [1])
        #expect(try await api.load(RESTEndpoint<[Int]>(path: .segments(["lists", id]))) == [1])
        #expect(try await api.load(RESTEndpoint(path: "raw")) == Data("[1]".utf8))
        #expect(try await api.load(RESTEndpoint(path: .segments(["raw", 7]))) == Data("[1]".utf8))
        try await api.load(RESTEndpoint(.delete, path: "lists/1").parsed(by: .none))
        #expect(
            targets.all == [
                "GET https://example.com/api/lists/a%2Fb", "GET https://example.com/api/lists/867",
                "GET https://example.com/api/raw", "GET https://example.com/api/raw/7",
                "DELETE https://example.com/api/lists/1",
            ])
    }

    @Test("Asks for the media type of the elements unless the endpoint has an Accept field")
    func acceptField() async throws {
        let accepted = Collected<String?>()
        let api = controller { request in
            accepted.append(request.value(forHTTPHeaderField: "Accept"))
            return ""
        }
        for fields in [[:], ["Accept": "text/event-stream;q=1"]] {
            let endpoint = RESTEndpoint(path: "numbers", headerFields: fields)
            let events = api.elements(of: endpoint.streamed(by: ElementParser<ServerSentEvent>.events))
            // The response has another content type.
            let error = await #expect(throws: LoadError.self) { for try await _ in events {} }
            #expect(error?.kind == .unacceptableContentType, "\(fields)")
        }
        #expect(accepted.all == ["text/event-stream", "text/event-stream;q=1"])
    }

    @Test("Builds a request from the arguments of a RESTEndpoint")
    func valueParts() throws {
        let endpoint = RESTEndpoint(
            .put, path: .segments(["users", "a/b", "followers"]), queryItems: .items(["page": 2]),
            headerFields: ["Accept": "text/plain"], body: .text("x"))
        let request = try endpoint.request(baseURL: try #require(URL(string: "https://example.com/api/")))
        #expect(request.url?.absoluteString == "https://example.com/api/users/a%2Fb/followers?page=2")
        #expect(request.httpMethod == "PUT")
        #expect(request.value(forHTTPHeaderField: "Accept") == "text/plain")
        #expect(request.httpBody == Data("x".utf8))
    }

    @Test("Throws the error of a RESTEndpoint's query items when the request is built")
    func refusedQueryItems() throws {
        func search(_ radius: Double) -> RESTEndpoint<[Int]> {
            RESTEndpoint(path: "shops", queryItems: try .encoded(["radius": radius]))
        }
        let baseURL = try #require(URL(string: "https://example.com/api/"))
        #expect(try search(2).request(baseURL: baseURL).url?.query == "radius=2.0")
        let error = #expect(throws: EndpointRequestError.self) { try search(.nan).request(baseURL: baseURL) }
        guard case .queryItemsNotEncodable = error else { throw try #require(error) }
        #expect(error?.description.contains("radius") == true)
    }

    @Test("Refuses a path component that is empty or a dot segment", arguments: ["", ".", ".."])
    func unsafeComponents(_ component: String) throws {
        let baseURL = try #require(URL(string: "https://example.com/api/"))
        for components in [[component], ["users", component], [component, "users"]] {
            let error = #expect(throws: EndpointRequestError.self) {
                try RESTEndpoint(path: .segments(components)).request(baseURL: baseURL)
            }
            guard case .unsafePathSegment(component, in: _) = error else { throw try #require(error) }
        }
    }

    @Test("Takes timeout, status codes and repeatability from a RESTEndpoint, otherwise from the rules")
    func valueRules() async throws {
        let timeouts = Collected<TimeInterval>()
        let transport = Answering { request in
            timeouts.append(request.timeoutInterval)
            return answer(to: request, 404, chunks: ["[]"])
        }
        let baseURL = URL(string: "https://example.com/")
        let repeatable = Collected<Bool>()
        let api = Controller(
            baseURL: baseURL, transport: transport,
            middleware: [Looking { request, next in repeatable.append(next.isRepeatable(request)) }],
            rules: EndpointRules(timeout: .seconds(900), isRepeatable: false))
        #expect(
            try await api.load(
                RESTEndpoint<[Int]>(
                    path: "x",
                    rules: EndpointRules(acceptedStatusCodes: [404], timeout: .seconds(1400), isRepeatable: true)))
                == [])
        let error = await #expect(throws: LoadError.self) { try await api.load(RESTEndpoint<[Int]>(path: "x")) }
        #expect(error?.kind == .unacceptableStatus)
        #expect(timeouts.all == [1400, 900])
        #expect(repeatable.all == [true, false])
    }

    @Test("Accepts a server as the base URL, and throws for an invalid server in calls that need a base URL")
    func servers() async throws {
        let targets = Collected<URL?>()
        let transport = Answering { request in
            targets.append(request.url)
            return answer(to: request, chunks: ["[]"])
        }
        _ = try await Controller(baseURL: Server.staging, transport: transport).load(GetNumbers())
        #expect(targets.all == [URL(string: "https://staging.example.com/api/numbers")])

        let broken = Controller(baseURL: Server.broken, transport: transport)
        let error = await #expect(throws: LoadError.self) { try await broken.load(GetNumbers()) }
        guard case .invalidRequest(_, EndpointRequestError.invalidURL("https://[")) = error else {
            throw try #require(error)
        }
        _ = try await broken.load((try Given(url: "https://example.com/")).parsed(by: .none))
        broken.baseURL = URL(string: "https://example.com/api/")
        #expect(try await broken.load(GetNumbers()) == [])
    }

    @Test("Prefers an endpoint's timeout of 60 s to the timeout of the rules")
    func sixtySeconds() async throws {
        struct Patient: APIEndpointType, RulesProviderType {
            var rules: EndpointRules { EndpointRules(timeout: timeout) }
            var relativeURLString: String { "x" }
            var timeout: Duration? { .seconds(60) }
        }
        let timeouts = Collected<TimeInterval>()
        let api = controller(rules: EndpointRules(timeout: .seconds(500))) { request in
            timeouts.append(request.timeoutInterval)
            return "[]"
        }
        try await api.load(Patient().parsed(by: .none))
        #expect(timeouts.all == [60])
    }
}

@Suite("Calls from the main actor", .timeLimit(.minutes(1)))
struct MainActorTests {
    // A key of the main queue. The test checks it instead of the main thread, which ends early on Linux.
    fileprivate static let isMainQueue = DispatchSpecificKey<Bool>()

    /// A list that records whether it is parsed on the main queue.
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

    @Test("Hands no payload to a completion handler after the main actor has cancelled the call") @MainActor
    func cancelledCompletion() async throws {
        let api = controller { _ in "[1]" }
        let isParsing = DispatchSemaphore(value: 0)
        let parser = PayloadParser<Int> { response in
            isParsing.signal()
            return response.body.count
        }
        let result = await withCheckedContinuation { continuation in
            let call = api.load(GetNumbers().parsed(by: parser)) { continuation.resume(returning: $0) }
            isParsing.wait()
            call.cancel()
        }
        let error = #expect(throws: LoadError.self) { try result.get() }
        #expect(error?.kind == .cancelled)
    }

    @Test("Hands a cancellation to a completion handler, also if the request cannot be made") @MainActor
    func cancelledInvalidCall() async {
        let api = Controller(transport: Answering { answer(to: $0) })
        let result = await withCheckedContinuation { continuation in
            api.load(RESTEndpoint<Void>(path: "x")) { continuation.resume(returning: $0) }.cancel()
        }
        let error = #expect(throws: LoadError.self) { try result.get() }
        #expect(error?.kind == .cancelled)
    }

    @Test("Parses off the main actor in load, loadWithResponse and upload") @MainActor
    func parsing() async throws {
        DispatchQueue.main.setSpecific(key: Self.isMainQueue, value: true)
        #expect(DispatchQueue.getSpecific(key: Self.isMainQueue) == true)
        let places = Collected<Bool>()
        let endpoint = Noted(places: places)
        let api = controller { _ in "[1]" }
        #expect(try await api.load(endpoint) == 3)
        #expect(try await api.load(RESTEndpoint(path: "numbers").parsed(by: endpoint.parser)) == 3)
        #expect(try await api.loadWithResponse(endpoint).payload == 3)
        #expect(try await api.upload(endpoint) { _ in } == 3)
        #expect(places.all == [false, false, false, false])
    }
}
