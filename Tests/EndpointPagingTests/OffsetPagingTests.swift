import EndpointPaging
import Foundation
import TestSupport
import Testing

@Suite("Paging by offset", .timeLimit(.minutes(1)))
struct OffsetPagingTests {
    private func pages(
        of list: PageList,
        _ paging: EndpointPaging,
        _ items: [URLQueryItem] = []
    ) async throws -> [[Int]] {
        var pages: [[Int]] = []
        for try await page in list.controller().pages(of: GetNumbers(queryItems: items), paging: paging) {
            pages.append(page)
        }
        return pages
    }

    @Test("Adds the number of items of each page to its offset, until a page is empty")
    func withoutLimit() async throws {
        let list = PageList(count: 5, cap: 3)
        #expect(try await pages(of: list, .offset()) == [[0, 1, 2], [3, 4]])
        #expect(list.queries.all == ["offset=0", "offset=3", "offset=5"])
    }

    @Test("Ends after a short page if an earlier page was full")
    func limit() async throws {
        let list = PageList(count: 5, cap: 100)
        #expect(try await pages(of: list, .offset(limit: 2)) == [[0, 1], [2, 3], [4]])
        #expect(list.queries.all == ["limit=2&offset=0", "limit=2&offset=2", "limit=2&offset=4"])
    }

    @Test("Loads all items from a server that caps the limit")
    func cap() async throws {
        let list = PageList(count: 5, cap: 2)
        #expect(try await pages(of: list, .offset(limit: 100)) == [[0, 1], [2, 3], [4]])
        #expect(list.queries.all.last == "limit=100&offset=5")
    }

    @Test("Uses other names for both query items")
    func names() async throws {
        let list = PageList(count: 3, cap: 100)
        #expect(
            try await pages(of: list, .offset(limit: 2, limitName: "size", offsetName: "start")) == [[0, 1], [2]])
        #expect(list.queries.all == ["size=2&start=0", "size=2&start=2"])
    }

    @Test("Begins at the offset of the endpoint, and keeps its limit")
    func ownItems() async throws {
        let list = PageList(count: 8, cap: 100)
        let own: [URLQueryItem] = .items(["limit": 3, "offset": 2, "q": "x"])
        #expect(try await pages(of: list, .offset(limit: 50), own) == [[2, 3, 4], [5, 6, 7]])
        #expect(
            list.queries.all == ["limit=3&q=x&offset=2", "limit=3&q=x&offset=5", "limit=3&q=x&offset=8"])
    }

    @Test(
        "Replaces an item of the endpoint whose name is spelled with escapes, and keeps the rest as it is",
        arguments: [
            ("p%61ge=7&Page=2&q=%61+b", EndpointPaging.numbered(), "Page=2&q=%61+b&page=7"),
            ("q=%2B&off%73et=3&limit", .offset(), "q=%2B&limit&offset=3"),
            ("c%75rsor=a&x", .cursor(), "c%75rsor=a&x"), ("per%5Fpage=3", .link(perPage: 9), "per%5Fpage=3"),
        ])
    func escapedName(query: String, paging: EndpointPaging, sent: String) async throws {
        let list = PageList(count: 0, cap: 1)
        let endpoint = GetNumbers(relativeURLString: "numbers?\(query)")
        for try await _ in list.controller().pages(of: endpoint, paging: paging) {}
        #expect(list.queries.all == [sent])
    }

    @Test("Follows a Link field after a page that seems to be the last")
    func link() async throws {
        let targets = Collected<String>()
        let transport = Answering { request in
            targets.append(request.url?.query() ?? "")
            let isFirst = targets.all.count == 1
            return answer(to: request, fields: isFirst ? ["Link": "<?after=1>; rel=next"] : [:], chunks: ["[]"])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        for try await _ in api.pages(of: GetNumbers(), paging: .offset()) {}
        #expect(targets.all == ["offset=0", "after=1"])
    }

    @Test("Refuses an offset below 0, and the number of a page", arguments: ["-1", "\(Int.min)"])
    func refusals(offset: String) async throws {
        let list = PageList(count: 8, cap: 100)
        let error = await #expect(throws: LoadError.self) {
            try await pages(of: list, .offset(), .items(["offset": offset]))
        }
        guard case .invalidRequest(_, let reason) = error else { throw try #require(error) }
        #expect(reason as? EndpointPagingError == Int(offset).map { .invalidOffset($0) })
        let other = await #expect(throws: LoadError.self) {
            try await list.controller().load(GetNumbers(), page: 2, paging: .offset(limit: 2))
        }
        guard case .invalidRequest(_, EndpointPagingError.noPageNumbers) = other else { throw try #require(other) }
        #expect(list.queries.all.isEmpty)
    }

    @Test("Refuses an offset that is larger than Int")
    func overflow() async throws {
        let transport = Answering { answer(to: $0, chunks: ["[1]"]) }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        let loaded = Collected<[Int]>()
        let error = await #expect(throws: LoadError.self) {
            let endpoint = GetNumbers(queryItems: .items(["offset": Int.max]))
            for try await page in api.pages(of: endpoint, paging: .offset()) { loaded.append(page) }
        }
        guard case .unacceptableResponse(_, EndpointPagingError.invalidOffset) = error else {
            throw try #require(error)
        }
        #expect(loaded.all == [[1]])
    }
}
