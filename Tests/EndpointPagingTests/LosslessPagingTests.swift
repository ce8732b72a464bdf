import EndpointPaging
import Foundation
import TestSupport
import Testing

@Suite("Paging through all items", .timeLimit(.minutes(1)))
struct LosslessPagingTests {
    /// Creates a controller for a list of numbers from 0, which comes in pages of at most `cap`, with or without a
    /// `Link` to the next page.
    private func server(_ count: Int, cap: Int, links: Bool, _ targets: Collected<String>) -> Controller {
        let transport = Answering { request in
            targets.append(request.url?.query() ?? "")
            let items =
                URLComponents(url: request.url ?? URL(fileURLWithPath: "/"), resolvingAgainstBaseURL: true)?
                .queryItems ?? []
            func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
            let size = min(number("per_page") ?? cap, cap)
            let page = number("page") ?? 1
            let start = min((page - 1) * size, count)
            var fields = ["Content-Type": "application/json"]
            if links, start + size < count {
                fields["Link"] = "<?per_page=\(size)&page=\(page + 1)>; rel=\"next\""
            }
            return answer(to: request, fields: fields, chunks: ["\(Array(start..<min(start + size, count)))"])
        }
        return Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
    }

    private func all(_ pages: EndpointPages<[Int], EndpointDefaultServerError>) async throws -> [Int] {
        var all: [Int] = []
        for try await page in pages { all += page }
        return all
    }

    @Test("Loads all items from a server that caps the page size", arguments: [true, false])
    func cappedPages(links: Bool) async throws {
        let api = server(18, cap: 6, links: links, Collected())
        #expect(try await all(api.pages(of: GetNumbers(), paging: .numbered(perPage: 100))) == Array(0..<18))
        #expect(try await all(api.pages(of: GetNumbers())) == Array(0..<18))
        if links { #expect(try await all(api.pages(of: GetNumbers(), paging: .link())) == Array(0..<18)) }
    }

    @Test("Does not send a page size by default")
    func noPageSize() async throws {
        let targets = Collected<String>()
        let api = server(3, cap: 6, links: true, targets)
        _ = try await all(api.pages(of: GetNumbers()))
        _ = try await all(api.pages(of: GetNumbers(), paging: .link()))
        _ = try await api.load(GetNumbers(), page: 1)
        #expect(targets.all == ["page=1", "page=2", "", "page=1"])
    }

    fileprivate struct Page<NextCursor: PageCursor & Decodable, NextURL: PageReference & Decodable>: Decodable {
        var pageItemCount: Int
        var nextCursor: NextCursor
        var nextURL: NextURL
    }

    /// Loads two pages, with JSON that leads to the next page or ends the pages, and returns the queries that were sent.
    private func queries<NextCursor: PageCursor & Decodable & Sendable, NextURL: PageReference & Decodable & Sendable>(
        _ cursor: NextCursor.Type, _ url: NextURL.Type, _ paging: EndpointPaging, _ next: String, _ last: String
    ) async throws -> [String] {
        let targets = Collected<String>()
        let (first, second) = (#"{"pageItemCount": 1, \#(next)}"#, #"{"pageItemCount": 1, \#(last)}"#)
        let api = server(["": (first, nil), "cursor=2": (second, nil)], targets)
        let endpoint = RESTEndpoint<Page<NextCursor, NextURL>>(path: "list")
        for try await _ in api.pages(of: endpoint, paging: paging) {}
        return targets.all
    }

    @Test("Follows a cursor or a URL that is not optional, a number, and a string")
    func certainReferences() async throws {
        func next(_ cursor: String, _ url: String) -> String { #""nextCursor": \#(cursor), "nextURL": \#(url)"# }
        let (cursor, link, empty) = (#""2""#, #""?cursor=2""#, #""""#)
        let walks = [
            try await queries(String.self, URL?.self, .cursor(), next(cursor, "null"), next(empty, "null")),
            try await queries(Int?.self, URL?.self, .cursor(), next("2", "null"), next("null", "null")),
            try await queries(Int64?.self, URL?.self, .cursor(), next("2", "null"), next("null", "null")),
            try await queries(String?.self, String.self, .nextURL(), next("null", link), next("null", empty)),
            try await queries(String?.self, URL?.self, .nextURL(), next("null", link), next("null", "null")),
        ]
        for walk in walks { #expect(walk == ["", "cursor=2"]) }
    }

    @Test("Keeps the query items of the endpoint")
    func ownItems() async throws {
        let targets = Collected<String>()
        let api = server(9, cap: 100, links: true, targets)
        let endpoint = GetNumbers(queryItems: .items(["per_page": 4]))
        #expect(try await all(api.pages(of: endpoint, paging: .link(perPage: 30))) == Array(0..<9))
        #expect(targets.all.first == "per_page=4")
        let second = Collected<String>()
        let begun = GetNumbers(queryItems: .items(["per_page": 4, "page": 2]))
        #expect(try await all(server(9, cap: 100, links: false, second).pages(of: begun)) == Array(4..<9))
        #expect(second.all == ["per_page=4&page=2", "per_page=4&page=3"])
    }

    @Test("Keeps a query item whose name begins with a byte order mark")
    func byteOrderMark() async throws {
        let targets = Collected<String>()
        let endpoint = GetNumbers(queryItems: .items(["\u{FEFF}page": 4]))
        _ = try await server(9, cap: 6, links: false, targets).load(endpoint, page: 1)
        #expect(targets.all == ["%EF%BB%BFpage=4&page=1"])
    }

    @Test("Stops at a short page after pages of the requested size")
    func honouredSize() async throws {
        let targets = Collected<String>()
        let api = server(7, cap: 100, links: false, targets)
        #expect(try await all(api.pages(of: GetNumbers(), paging: .numbered(perPage: 3))) == Array(0..<7))
        #expect(targets.all.count == 3)
    }

    /// Creates a controller for pages by query; a page can have a `Link` to the query of the next page.
    private func server(_ pages: [String: (String, next: String?)], _ targets: Collected<String>) -> Controller {
        let transport = Answering { request in
            let query = request.url?.query() ?? ""
            targets.append(query)
            guard let (json, next) = pages[query] else { return answer(to: request, 500) }
            return answer(to: request, fields: next.map { ["Link": "<?\($0)>; rel=next"] } ?? [:], chunks: [json])
        }
        return Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
    }

    @Test("Follows a Link field even after a short page")
    func linkWins() async throws {
        let first = "per_page=2&page="
        let pages = ["\(first)1": ("[1, 2]", nil), "\(first)2": ("[3]", "after=3"), "after=3": ("[4]", nil)]
        let api = server(pages, Collected())
        #expect(try await all(api.pages(of: GetNumbers(), paging: .numbered(perPage: 2))) == [1, 2, 3, 4])
    }

    @Test("Follows links, not numbers, after following the first link from a numbered page")
    func linksKeepWinning() async throws {
        let targets = Collected<String>()
        let pages = [
            "page=1": ("[1, 2]", nil), "page=2": ("[]", "page=5"), "page=5": ("[3]", "page=6"), "page=6": ("[4]", nil),
        ]
        #expect(try await all(server(pages, targets).pages(of: GetNumbers())) == [1, 2, 3, 4])
        #expect(targets.all == ["page=1", "page=2", "page=5", "page=6"])
    }

    @Test("Throws repeatedLink if a numbered page links to itself")
    func linkToItself() async throws {
        let targets = Collected<String>()
        let pages = ["per_page=2&page=1": ("[1, 2]", nil), "per_page=2&page=2": ("[3]", "per_page=2&page=2")]
        let loaded = Collected<[Int]>()
        let error = await #expect(throws: LoadError.self) {
            let api = server(pages, targets)
            for try await page in api.pages(of: GetNumbers(), paging: .numbered(perPage: 2)) { loaded.append(page) }
        }
        guard case .unacceptableResponse(_, EndpointPagingError.repeatedLink) = error else { throw try #require(error) }
        #expect(loaded.all == [[1, 2], [3]])
        #expect(targets.all.count == 2)
    }

    private struct ArticlePage: Decodable, PagedPayloadType, Sendable {
        struct Links: Decodable { var next: URL? }
        var data: [Int]
        var links: Links

        static var paging: EndpointPaging { .nextURL() }
        var pageItemCount: Int { data.count }
        var nextURL: URL? { links.next }
    }

    @Test("Follows the next URL in the payload, absolute or relative")
    func nextURL() async throws {
        let targets = Collected<String>()
        let transport = Answering { request in
            targets.append(request.url?.absoluteString ?? "")
            let json =
                switch request.url?.query() {
                case "page[after]=2", "page%5Bafter%5D=2": #"{"data": [3], "links": {"next": "/other?x=%2B"}}"#
                case "x=%2B": #"{"data": [], "links": {}}"#
                default: #"{"data": [1, 2], "links": {"next": "https://example.com/list?page%5Bafter%5D=2"}}"#
                }
            return answer(to: request, chunks: [json])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        var data: [[Int]] = []
        for try await page in api.pages(of: RESTEndpoint<ArticlePage>(path: "list")) { data.append(page.data) }
        #expect(data == [[1, 2], [3]])
        #expect(
            targets.all == [
                "https://example.com/list", "https://example.com/list?page%5Bafter%5D=2",
                "https://example.com/other?x=%2B",
            ])
    }

    private struct UserPage: Decodable, PagedPayloadType, Sendable {
        var next: String?

        static var paging: EndpointPaging { .nextURL() }
        var pageItemCount: Int { 1 }
        var nextURL: URL? {
            next.flatMap { URL(string: $0, relativeTo: URL(string: "https://example.com/v1/")) }
        }
    }

    @Test("Resolves a next URL against its base URL if it has one")
    func nextURLWithBase() async throws {
        let targets = Collected<String>()
        let transport = Answering { request in
            targets.append(request.url?.absoluteString ?? "")
            return answer(to: request, chunks: [targets.all.count == 1 ? #"{"next": "users?page=2"}"# : "{}"])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/v1/"), transport: transport)
        for try await _ in api.pages(of: RESTEndpoint<UserPage>(path: "groups/7/users")) {}
        #expect(targets.all == ["https://example.com/v1/groups/7/users", "https://example.com/v1/users?page=2"])
    }

    @Test("Uses the paging of a RESTEndpoint or of the call")
    func pagingOfValues() async throws {
        let targets = Collected<String>()
        let api = server(5, cap: 2, links: true, targets)
        let endpoint = RESTEndpoint<[Int]>(path: "numbers")
        #expect(try await all(api.pages(of: endpoint, paging: .link(perPage: 2))) == Array(0..<5))
        #expect(targets.all == ["per_page=2", "per_page=2&page=2", "per_page=2&page=3"])
        #expect(
            try await all(api.pages(of: RESTEndpoint(path: "numbers").parsed(as: [Int].self), paging: .link()))
                == Array(0..<5)
        )
    }
}

extension LosslessPagingTests.Page: PagedPayloadType {}
extension LosslessPagingTests.Page: Sendable where NextCursor: Sendable, NextURL: Sendable {}
