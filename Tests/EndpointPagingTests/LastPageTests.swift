import EndpointPaging
import Foundation
import TestSupport
import Testing

@Suite("The last page", .timeLimit(.minutes(1)))
struct LastPageTests {
    private struct Numbers: Decodable, Sendable, PagedPayloadType {
        var numbers: [Int]
        var nextCursor: String?
        var nextURL: String?
        var pageItemCount: Int { numbers.count }
    }

    /// Returns a controller whose server has two pages, and answers any other request with a status code.
    private func server(_ statusCode: Int, _ urls: Collected<String>, link: String = "next") -> Controller {
        let transport = Answering { request in
            urls.append(request.url?.query() ?? "")
            guard urls.all.count <= 2 else { return answer(to: request, statusCode) }
            let next = "?p=\(urls.all.count + 1)"
            return answer(
                to: request, fields: ["Link": "<\(next)>; rel=\(link)"],
                chunks: [#"{"numbers": [1, 2], "nextCursor": "\#(urls.all.count)", "nextURL": "\#(next)"}"#])
        }
        return Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
    }

    private func count(_ api: Controller, _ paging: EndpointPaging) async throws -> Int {
        var count = 0
        for try await _ in api.pages(of: GetNumbers().parsed(as: Numbers.self), paging: paging) { count += 1 }
        return count
    }

    @Test(
        "Ends the pages at a 204",
        arguments: [.numbered(), .offset(limit: 2), .link(), .nextURL(), .cursor()] as [EndpointPaging])
    func noContent(paging: EndpointPaging) async throws {
        let urls = Collected<String>()
        #expect(try await count(server(204, urls), paging) == 2)
        #expect(urls.all.count == 3)
    }

    @Test("Refuses a cursor that was sent before, also if the endpoint itself sent it", arguments: [nil, "c", "%63"])
    func repeatedCursor(own: String?) async throws {
        let queries = Collected<String>()
        let transport = Answering { request in
            queries.append(request.url?.query() ?? "")
            let count = queries.all.count
            let next = own != nil ? "c" : count < 3 ? "b\(count)" : "b1"
            return answer(to: request, count < 9 ? 200 : 404, chunks: [#"{"numbers": [1], "nextCursor": "\#(next)"}"#])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        let endpoint = GetNumbers(relativeURLString: "numbers\(own.map { "?cursor=\($0)" } ?? "")")
        let error = await #expect(throws: LoadError.self) {
            for try await _ in api.pages(of: endpoint.parsed(as: Numbers.self), paging: .cursor()) {}
        }
        guard case .unacceptableResponse(_, let reason) = error else { throw try #require(error) }
        #expect(reason as? EndpointPagingError == .repeatedCursor(own == nil ? "b1" : "c"))
        #expect(queries.all == (own.map { ["cursor=\($0)"] } ?? ["", "cursor=b1", "cursor=b2"]))
    }

    @Test("Delivers no page if the first response is a 204")
    func noContentAtFirst() async throws {
        let transport = Answering { answer(to: $0, 204) }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        #expect(try await count(api, .numbered()) == 0)
    }

    @Test("Ends the pages at a status code that says so", arguments: [400, 404])
    func endStatusCodes(statusCode: Int) async throws {
        for paging: EndpointPaging in [
            .numbered(perPage: 2, endStatusCodes: [400, 404]), .offset(endStatusCodes: [400, 404]),
        ] {
            #expect(try await count(server(statusCode, Collected()), paging) == 2)
        }
    }

    @Test(
        "Throws for a status code of 404 by default, and for any other",
        arguments: [(.numbered(), 404), (.offset(endStatusCodes: [400]), 404), (.link(), 404)]
            as [(EndpointPaging, Int)])
    func otherStatusCodes(paging: EndpointPaging, statusCode: Int) async throws {
        let error = await #expect(throws: LoadError.self) { try await count(server(statusCode, Collected()), paging) }
        #expect(error?.response?.statusCode == statusCode)
    }

    @Test("Throws for such a status code on the first page, also if that is not page 1")
    func firstPage() async throws {
        let transport = Answering { answer(to: $0, 404) }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        var pages = api.pages(
            of: GetNumbers(queryItems: .items(["page": 7])), paging: .numbered(endStatusCodes: [404]))
        let error = await #expect(throws: LoadError.self) { try await pages.next() }
        #expect(error?.response?.statusCode == 404)
    }

    @Test("Throws for such a status code on a page that a link leads to")
    func linkedPage() async throws {
        let transport = Answering { request in
            request.url?.query() == "after=1"
                ? answer(to: request, 404)
                : answer(to: request, fields: ["Link": "<?after=1>; rel=next"], chunks: ["[]"])
        }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        let error = await #expect(throws: LoadError.self) {
            for try await _ in api.pages(of: GetNumbers(), paging: .numbered(endStatusCodes: [404])) {}
        }
        #expect(error?.response?.statusCode == 404)
    }

    @Test("Follows the links of another relation, to go back")
    func previous() async throws {
        let urls = Collected<String>()
        #expect(try await count(server(204, urls, link: "prev"), .link(relation: "Prev")) == 2)
        #expect(urls.all == ["", "p=2", "p=3"])
        #expect(try await count(server(204, Collected(), link: "prev"), .link()) == 1)
    }

    @Test("Throws the typed error from next()")
    func typedError() async throws {
        let api = server(204, Collected())
        await Task {
            var pages = api.pages(of: GetNumbers())
            do throws(LoadError) {
                _ = try await pages.next()
                Issue.record("An object is not an array.")
            } catch {
                #expect(error.kind == .parsing)
            }
        }.value
    }
}
