import EndpointPaging
import Foundation
import TestSupport
import Testing

@Suite("EndpointPages", .timeLimit(.minutes(1)))
struct EndpointPagesTests {
    @Test("Loads 2,000 pages")
    func manyPages() async throws {
        let list = PageList(count: 2000, cap: 1)
        var all: [Int] = []
        for try await page in list.controller().pages(of: GetNumbers(), paging: .offset()) { all += page }
        #expect(all == Array(0..<2000))
    }

    @Test("Begins each loop over one value at the first page")
    func loops() async throws {
        let list = PageList(count: 3, cap: 1)
        let pages = list.controller().pages(of: GetNumbers(), paging: .offset())
        var loops: [[Int]] = []
        for length in [2, 3] {
            var loop: [Int] = []
            for try await page in pages {
                loop += page
                if loop.count == length { break }
            }
            loops.append(loop)
        }
        #expect(loops == [[0, 1], [0, 1, 2]])
    }

    @Test("Loads the same page again from a copy that was made before")
    func copies() async throws {
        let list = PageList(count: 3, cap: 1)
        var pages = list.controller().pages(of: GetNumbers(), paging: .offset())
        #expect(try await pages.next() == [0])
        var copy = pages
        #expect(try await copy.next() == [1])
        #expect(try await copy.next() == [2])
        #expect(try await pages.next() == [1])
    }

    @Test("Keeps the base URL from when the pages began, also for middleware")
    func baseURL() async throws {
        let seen = Collected<String>()
        let look = Looking { _, next in seen.append(next.baseURL?.absoluteString ?? "") }
        let list = PageList(count: 1, cap: 1)
        let api = list.controller([look])
        let pages = api.pages(of: GetNumbers(), paging: .offset())
        for try await _ in pages { api.baseURL = URL(string: "https://other.example/") }
        #expect(seen.all == ["https://example.com/", "https://example.com/"])
    }

    @Test("Throws the error of a server without a base URL")
    func serverError() async throws {
        struct Unknown: ServerType {
            var url: URL { get throws { throw URLError(.badURL) } }
        }
        var pages = Controller(baseURL: Unknown()).pages(of: GetNumbers())
        let error = await #expect(throws: LoadError.self) { try await pages.next() }
        guard case .invalidRequest(_, URLError.badURL) = error else { throw try #require(error) }
        #expect(try await pages.next() == nil)
    }

    @Test("Sends only portable header fields of the endpoint to another origin, by the rules of both")
    func portableFields() async throws {
        struct Numbers: APIEndpointType, PayloadProviderType, RulesProviderType {
            typealias Payload = [Int]
            var relativeURLString: String { "numbers" }
            var headerFields: [String: String] { ["X-Key": "s3cret", "X-Tenant": "7", "X-Trace": "1"] }
            var rules: EndpointRules { EndpointRules(portableHeaderFields: ["x-tenant"]) }
        }
        let sent = Collected<[String: String]>()
        let transport = Answering { request in
            sent.append(request.allHTTPHeaderFields ?? [:])
            let isFirst = sent.all.count == 1
            return answer(
                to: request, fields: isFirst ? ["Link": "<https://a.example/2>; rel=next"] : [:], chunks: ["[1]"])
        }
        let api = Controller(
            baseURL: URL(string: "https://example.com/"), transport: transport,
            rules: EndpointRules(portableHeaderFields: ["X-Trace"]))
        for try await _ in api.pages(of: Numbers(), paging: .link()) {}
        #expect(
            sent.all.map { $0.keys.filter { $0.hasPrefix("X-") }.sorted() }
                == [["X-Key", "X-Tenant", "X-Trace"], ["X-Tenant", "X-Trace"]])
    }

    @Test("Throws instead of sending a secret body to another origin")
    func secretBody() async throws {
        struct Search: APIEndpointType, PayloadProviderType, RulesProviderType {
            typealias Payload = [Int]
            var method: HTTPMethod { .post }
            var relativeURLString: String { "search" }
            var body: HTTPBody? { .text("s3cret") }
            var rules: EndpointRules { EndpointRules(hasSecretBody: true) }
        }
        let hosts = Collected<String?>()
        let transport = Answering { request in
            hosts.append(request.url?.host())
            let next = hosts.all.count == 1 ? "/2" : "https://a.example/3"
            return answer(to: request, fields: ["Link": "<\(next)>; rel=next"], chunks: ["[1]"])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        let error = await #expect(throws: LoadError.self) {
            for try await _ in api.pages(of: Search(), paging: .link()) {}
        }
        guard case .invalidRequest(_, EndpointRedirectError.secretBody("https://a.example/3")) = error else {
            throw try #require(error)
        }
        #expect("\(try #require(error))".contains(#"The URL "https://a.example/3" has another origin"#))
        #expect(hosts.all == ["example.com", "example.com"])
    }

    @Test("Shows no query values, before the first page and between pages")
    func description() async throws {
        let endpoint = GetNumbers(queryItems: [URLQueryItem(name: "token", value: "s3cret")])
        var pages = PageList(count: 3, cap: 1).controller().pages(of: endpoint, paging: .offset())
        for _ in 1...2 {
            var dumped = ""
            dump(pages, to: &dumped)
            for text in ["\(pages)", String(reflecting: pages), dumped] {
                #expect(!text.contains("s3cret"), "\(text)")
            }
            #expect("\(pages)" == "EndpointPages<Array<Int>, EndpointDefaultServerError>")
            _ = try await pages.next()
        }
    }
}
