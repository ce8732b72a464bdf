import EndpointPaging
import Foundation
import TestSupport
import Testing

@Suite("paged(by:)", .timeLimit(.minutes(1)))
struct PagedEndpointTests {
    private struct Numbers: APIEndpointType, PayloadProviderType, PagingProviderType, RulesProviderType {
        typealias Payload = [Int]
        var relativeURLString: String { "numbers" }
        var paging: EndpointPaging { .numbered() }
        var rules: EndpointRules { EndpointRules(acceptedStatusCodes: [418]) }
    }

    /// A function of an API client, which needs to name no more than this.
    private func numbers(_ path: String) -> some BaseURLEndpointType & PayloadProviderType<[Int]> & Sendable {
        RESTEndpoint<[Int]>(path: path).paged(by: .offset(limit: 2))
    }

    @Test("Gives a RESTEndpoint a paging, and leaves it a base URL endpoint that is Sendable")
    func values() async throws {
        let list = PageList(count: 3, cap: 100)
        for try await _ in list.controller().pages(of: numbers("numbers")) {}
        #expect(list.queries.all == ["limit=2&offset=0", "limit=2&offset=2"])
        let base = try #require(URL(string: "https://example.com/v2/"))
        #expect(try numbers("x").request(baseURL: base).url?.absoluteString == "https://example.com/v2/x")
    }

    @Test("Takes precedence over the paging of the endpoint, and keeps its rules")
    func precedence() async throws {
        let targets = Collected<String>()
        let transport = Answering { request in
            targets.append(request.url?.query() ?? "")
            return answer(to: request, 418, chunks: ["[]"])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        for try await _ in api.pages(of: Numbers().paged(by: .offset())) {}
        for try await _ in api.pages(of: Numbers().paged(by: .offset()).paged(by: .link())) {}
        for try await _ in api.pages(of: Numbers().paged(by: .link(perPage: 7)).parsed(as: [Int].self)) {}
        #expect(targets.all == ["offset=0", "", "per_page=7"])
    }
}
