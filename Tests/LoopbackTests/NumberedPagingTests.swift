import EndpointCompliance
import EndpointController
import EndpointPaging
import EndpointStreaming
import Foundation
import Testing

/// Tests of the requests for numbered pages.
@Suite(.timeLimit(.minutes(1))) struct NumberedPagingTests {
    @Test func loadsAPageByItsNumber() async throws {
        let server = try ScriptedServer(numbers: 8)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        #expect(try await controller.load(ListNumbers(), page: 3) == [6, 7])
        let absolute = ListNumbers().endpoint(baseURL: server.url("v2/"))
        #expect(try await controller.load(absolute.parsed(as: [Int].self), page: 2) == [3, 4, 5])
        #expect(server.targets == ["/numbers?per_page=3&page=3", "/v2/numbers?per_page=3&page=2"])
    }

    @Test func refusesAPageNumberAfterTheLargest() async throws {
        let server = try ScriptedServer.json("[1]")
        defer { server.stop() }
        let endpoint = RESTEndpoint<[Int]>(path: "numbers?page=\(Int.max)")
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[1]])
        #expect(pagingError(error) == .invalidPage(.min))
        #expect(server.targets == ["/numbers?page=\(Int.max)"])
    }

    @Test func countsPagesFromZeroAndUsesCustomParameterNames() async throws {
        let server = try ScriptedServer(numbers: 3, perPageName: "page[size]", pageName: "page[number]", firstPage: 0)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let endpoint = ListNumbers(
            paging: .numbered(perPage: 2, perPageName: "page[size]", pageName: "page[number]", offset: -1))
        #expect(try await controller.load(endpoint, page: 2) == [2])
        #expect(await controller.pages(of: endpoint).loaded().pages == [[0, 1], [2]])
        let second = ListNumbers(paging: endpoint.paging, relativeURLString: "numbers?page[number]=1")
        #expect(await controller.pages(of: second).loaded().pages == [[2]])
        #expect(
            server.targets == [1, 0, 1, 1, 2].map { "/numbers?page%5Bsize%5D=2&page%5Bnumber%5D=\($0)" })
    }

    @Test func loadsUntilAnEmptyPageWithoutAPageSize() async throws {
        let server = try ScriptedServer(numbers: 4)
        defer { server.stop() }
        let endpoint = ListNumbers(paging: .numbered(perPage: nil))
        let (pages, _) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages == [[0, 1, 2], [3]])
        #expect(server.targets == ["/numbers?page=1", "/numbers?page=2", "/numbers?page=3"])
    }

    @Test func prefersThePagingOfTheEndpointOverThePayload() async throws {
        struct Plain: BaseURLEndpointType, MethodProviderType, PayloadProviderType {
            typealias Payload = NumberPage
            var method: HTTPMethod { .get }
        }
        struct Paging: BaseURLEndpointType, MethodProviderType, PayloadProviderType, PagingProviderType {
            typealias Payload = NumberPage
            var method: HTTPMethod { .get }
            var paging: EndpointPaging { .numbered() }
        }
        let server = try ScriptedServer { _, connection in connection.respond(json: #"{"items":[1],"next":"x"}"#) }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        for try await _ in controller.pages(of: Plain()) { break }
        for try await _ in controller.pages(of: Paging()) { break }
        #expect(server.targets == ["/?limit=2", "/?page=1"])
    }

    @Test func ignoresAMalformedLinkFieldOnTheLastPage() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(json: request.number("page") == 1 ? "[1, 2, 3]" : "[4]", ["Link: nonsense"])
        }
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: ListNumbers()).loaded()
        #expect(pages == [[1, 2, 3], [4]] && error == nil)
    }

    /// One enum for a whole API.
    enum API: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PagingProviderType {
        case numbers
        case user(Int)

        var method: HTTPMethod { .get }
        var paging: EndpointPaging { .numbered(perPage: 5) }
        var relativeURLString: String {
            switch self {
            case .numbers: "numbers"
            case .user(let id): "users/\(segment: id)"
            }
        }
    }

    @Test func loadsPagesOfAnEnumEndpoint() async throws {
        let server = try ScriptedServer(numbers: 7)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        #expect(try await controller.load(API.numbers.parsed(as: [Int].self), page: 2) == [5, 6])
        #expect(
            await controller.pages(of: API.numbers.parsed(as: [Int].self)).loaded().pages == [
                [0, 1, 2, 3, 4], [5, 6],
            ])
        let absolute = API.numbers.endpoint(baseURL: server.url("v2/"))
        #expect(
            await controller.pages(of: absolute.parsed(as: [Int].self)).loaded().pages == [[0, 1, 2, 3, 4], [5, 6]])
        #expect(server.targets.last == "/v2/numbers?per_page=5&page=2")
    }

    @Test(arguments: [
        ("numbers?q=%2B+b%C3%A4&x", "q=%2B+b%C3%A4&x&per_page=3&page=1"),
        ("numbers?page=7&q=1&per_page=9&page=8", "q=1&per_page=9&page=1"),
        ("numbers?p%61ge=7&Page=2&pages=1", "Page=2&pages=1&per_page=3&page=1"),
        ("numbers?a&&b=&", "a&&b=&per_page=3&page=1"),
        ("numbers?page", "per_page=3&page=1"),
        ("numbers?", "per_page=3&page=1"),
        ("numbers#?page=2", "per_page=3&page=1"),
    ])
    func keepsTheQueryOfTheEndpointExceptThePageNumber(relativeURL: String, query: String) async throws {
        let server = try ScriptedServer(numbers: 1)
        defer { server.stop() }
        _ = try await Controller(baseURL: server.url()).load(ListNumbers(relativeURLString: relativeURL), page: 1)
        #expect(server.targets == ["/numbers?" + query])
    }

    @Test(arguments: [
        (EndpointPaging.numbered(), 0, EndpointPagingError.invalidPage(0)),
        (.numbered(offset: -1), -1, .invalidPage(-1)),
        (.numbered(offset: 1), .max, .invalidPage(.max)),
        (.numbered(perPage: 0), 1, .invalidPerPage(0)),
        (.link(), 1, .noPageNumbers),
        (.cursor(), 2, .noPageNumbers),
    ])
    func refusesAnInvalidPageBeforeSending(paging: EndpointPaging, page: Int, error: EndpointPagingError) async throws {
        let server = try ScriptedServer(numbers: 9)
        defer { server.stop() }
        let thrown = await #expect(throws: LoadError.self) {
            try await Controller(baseURL: server.url()).load(ListNumbers(paging: paging), page: page)
        }
        #expect(pagingError(thrown) == error)
        #expect(thrown?.localizedDescription == "The request cannot be made: \(error) (GET \(server.url())numbers)")
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [EndpointPaging.numbered(perPage: 0), .link(perPage: 0), .cursor(perPage: 0)])
    func throwsARequestErrorFromTheFirstPage(paging: EndpointPaging) async throws {
        let server = try ScriptedServer(numbers: 9)
        defer { server.stop() }
        var iterator = Controller(baseURL: server.url()).pages(of: ListNumbers(paging: paging)).makeAsyncIterator()
        let thrown = await #expect(throws: (any Error).self) { try await iterator.next() }
        #expect(pagingError(thrown) == .invalidPerPage(0))
        #expect(try await iterator.next() == nil)

        let error = await Controller().pages(of: ListNumbers()).loaded().error
        guard case LoadError.invalidRequest(_, let reason)? = error else {
            throw CancellationError()
        }
        #expect(reason as? EndpointRequestError == .missingBaseURL)
        #expect(server.requests.isEmpty)
    }

    @Test func refusesABodyThatCannotBeRepeated() async throws {
        struct Raw: EndpointType, PayloadProviderType {
            typealias Payload = [Int]
            var url: URL
            var request: URLRequest {
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.httpBodyStream = InputStream(data: Data("even".utf8))
                return request
            }
        }
        let server = try ScriptedServer(numbers: 9)
        defer { server.stop() }
        let (pages, error) = await Controller().pages(of: Raw(url: server.url())).loaded()
        #expect(pages.isEmpty)
        #expect(pagingError(error) == .bodyNotRepeatable)
        #expect(server.requests.isEmpty)
    }
}
