import EndpointCompliance
import EndpointController
import EndpointPaging
import EndpointStreaming
import Foundation
import Testing

/// Tests of numbered pages, and of the behaviour of all kinds of pages.
@Suite(.timeLimit(.minutes(1))) struct PagingTests {
    @Test(arguments: [
        (0, [], 1),
        (2, [[0, 1]], 2),
        (3, [[0, 1, 2]], 2),
        (6, [[0, 1, 2], [3, 4, 5]], 3),
        (7, [[0, 1, 2], [3, 4, 5], [6]], 3),
    ])
    func endsAfterAShortOrEmptyPage(count: Int, pages: [[Int]], requests: Int) async throws {
        let server = try ScriptedServer(numbers: count)
        defer { server.stop() }
        let (loaded, error) = await Controller(baseURL: server.url()).pages(of: ListNumbers()).loaded()
        #expect(loaded == pages)
        #expect(error == nil)
        #expect(server.targets == (1...requests).map { "/numbers?per_page=3&page=\($0)" })
    }

    @Test func loadsEachPageOnlyWhenItIsRequested() async throws {
        let server = try ScriptedServer(numbers: 100)
        defer { server.stop() }
        let pages = Controller(baseURL: server.url()).pages(of: ListNumbers())
        var iterator = pages.makeAsyncIterator()
        #expect(server.targets.isEmpty)
        #expect(try await iterator.next() == [0, 1, 2])
        #expect(server.requests.count == 1)

        var seen: [[Int]] = []
        for try await page in pages {
            seen.append(page)
            if seen.count == 2 { break }
        }
        // A request that was sent ahead of time would arrive before this request.
        _ = try await Controller(baseURL: server.url("last/")).load(ListNumbers(), page: 1)
        #expect(seen == [[0, 1, 2], [3, 4, 5]])
        #expect(
            server.requests.map { $0.path + ":" + ($0.queryItem("page") ?? "") }
                == ["/numbers:1", "/numbers:1", "/numbers:2", "/last/numbers:1"])
    }

    @Test func endsThePagesAfterAnError() async throws {
        let server = try ScriptedServer { request, connection in
            if request.number("page") == 3 {
                connection.respond("500 Oops", ["Content-Type: application/json"], body: #"{"reason":"tired"}"#)
            } else {
                connection.respond(json: "[1, 2, 3]")
            }
        }
        defer { server.stop() }
        var iterator = Controller(baseURL: server.url()).pages(of: ListNumbers()).makeAsyncIterator()
        #expect(try await iterator.next() == [1, 2, 3])
        #expect(try await iterator.next() == [1, 2, 3])
        let error = await #expect(throws: LoadError.self) { try await iterator.next() }
        #expect(error?.serverError?.reason == "tired")
        #expect(error?.response?.request.url?.query() == "per_page=3&page=3")
        #expect(try await iterator.next() == nil)
        #expect(server.requests.count == 3)
    }

    @Test func endsThePagesWhenTheTaskIsCancelled() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer { request, connection in
            if request.number("page") == 1 { return connection.respond(json: "[1, 2, 3]") }
            arrived.yield()
            connection.waitForEnd()
        }
        defer { server.stop() }
        let pages = Controller(baseURL: server.url()).pages(of: ListNumbers())
        let task = Task {
            var iterator = pages.makeAsyncIterator()
            #expect(try await iterator.next() == [1, 2, 3])
            let error = await #expect(throws: LoadError.self) {
                try await iterator.next()
            }
            let last = try await iterator.next()
            return (error, last)
        }
        for await _ in arrivals { break }
        task.cancel()
        let (error, last) = try await task.value
        #expect(error?.kind == .cancelled)
        #expect(last == nil)
        #expect(server.requests.count == 2)
    }

    @Test func sendsNothingFromACancelledTask() async throws {
        let server = try ScriptedServer(numbers: 9)
        defer { server.stop() }
        let pages = Controller(baseURL: server.url()).pages(of: ListNumbers())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await pages.loaded().error as? LoadError
        }
        #expect(await task.value?.kind == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test func sendsTheWholeRequestForEachPage() async throws {
        struct Search: BaseURLEndpointType, MethodProviderType, HeaderFieldsProviderType, BodyProviderType,
            PayloadProviderType
        {
            typealias Payload = [Int]
            var method: HTTPMethod { .post }
            var headerFields: [String: String] { ["Authorization": "Bearer 1"] }
            // The controller reads the stream again for each page.
            var body: HTTPBody? { .stream(length: 4) { InputStream(data: Data("even".utf8)) } }
        }
        let server = try ScriptedServer { request, connection in
            connection.respond(json: request.number("page") == 1 ? "\(Array(1...30))" : "[]")
        }
        defer { server.stop() }
        let pages = Controller(baseURL: server.url()).pages(of: Search())
        for _ in 1...2 { #expect(await pages.loaded().pages == [Array(1...30)]) }
        #expect(server.targets == ["page=1", "page=2", "page=1", "page=2"].map { "/?" + $0 })
        for request in server.requests {
            #expect(request.method == "POST")
            #expect(request.field("Authorization") == "Bearer 1")
            #expect(request.body == Array("even".utf8))
        }
    }

    @MainActor @Test func loadsPagesOfAnEndpointOnTheMainActor() async throws {
        final class Model: BaseURLEndpointType, MethodProviderType, PayloadProviderType, PagingProviderType {
            typealias Payload = [Int]
            var perPage = 2
            var method: HTTPMethod { .get }
            var paging: EndpointPaging { .numbered(perPage: perPage) }
        }
        let server = try ScriptedServer(numbers: 5)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let model = Model()
        #expect(try await controller.load(model, page: 3) == [4])
        var seen: [Int] = []
        for try await page in controller.pages(of: model) {
            seen += page
            // Changes after the first page have no effect on the other pages.
            model.perPage = 100
            controller.baseURL = nil
        }
        #expect(seen == [0, 1, 2, 3, 4])
        #expect(server.requests.count == 4)
    }
}
