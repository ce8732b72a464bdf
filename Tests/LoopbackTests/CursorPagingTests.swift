import EndpointCompliance
import EndpointController
import EndpointPaging
import EndpointStreaming
import Foundation
import Testing

/// Tests of paging by a cursor in the payload.
@Suite(.timeLimit(.minutes(1))) struct CursorPagingTests {
    struct ListItems: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType {
        typealias Payload = NumberPage
        var relativeURLString = "items"
        var method: HTTPMethod { .get }
    }

    /// Starts a server that answers each cursor with its page, and a request without a cursor with the page of the
    /// empty cursor.
    private func server(_ pages: [String: String]) throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            guard let page = pages[request.queryItem("after") ?? ""] else { return connection.respond("404 Not Found") }
            connection.respond(json: page)
        }
    }

    @Test(arguments: [#"{"items":[3]}"#, #"{"items":[3],"next":null}"#, #"{"items":[3],"next":""}"#])
    func followsCursorsUntilAPageHasNone(last: String) async throws {
        let server = try server([
            "": #"{"items":[1,2],"next":"a+/=&ä"}"#, "a+/=&ä": #"{"items":[],"next":"b"}"#, "b": last,
        ])
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: ListItems()).loaded()
        #expect(pages.map(\.items) == [[1, 2], [], [3]])
        #expect(error == nil)
        #expect(
            server.targets == [
                "/items?limit=2", "/items?limit=2&after=a%2B/%3D%26%C3%A4", "/items?limit=2&after=b",
            ])
    }

    @Test func omitsAnEmptyLastPage() async throws {
        let server = try server(["": #"{"items":[1],"next":"a"}"#, "a": #"{"items":[]}"#])
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: ListItems()).loaded()
        #expect(pages.map(\.items) == [[1]])
        #expect(error == nil)
        #expect(server.requests.count == 2)
    }

    @Test func startsAtTheCursorOfTheEndpoint() async throws {
        let server = try server(["b": #"{"items":[3],"next":"c"}"#, "c": #"{"items":[4]}"#])
        defer { server.stop() }
        let endpoint = ListItems(relativeURLString: "items?after=b&q=+")
        let (pages, _) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages.map(\.items) == [[3], [4]])
        #expect(server.targets == ["/items?after=b&q=+&limit=2", "/items?q=+&limit=2&after=c"])
    }

    @Test func refusesTheCursorOfTheEndpointAsTheNextCursor() async throws {
        let server = try server(["b": #"{"items":[3],"next":"b"}"#])
        defer { server.stop() }
        let endpoint = ListItems(relativeURLString: "items?after=b")
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: endpoint).loaded()
        #expect(pages.map(\.items) == [[3]])
        #expect(pagingError(error) == .repeatedCursor("b"))
    }

    @Test func refusesARepeatedCursor() async throws {
        let server = try server([
            "": #"{"items":[1],"next":"a"}"#, "a": #"{"items":[2],"next":"b"}"#, "b": #"{"items":[3],"next":"a"}"#,
        ])
        defer { server.stop() }
        let (pages, error) = await Controller(baseURL: server.url()).pages(of: ListItems()).loaded()
        #expect(pages.map(\.items) == [[1], [2], [3]])
        #expect(pagingError(error) == .repeatedCursor("a"))
        #expect(server.requests.count == 3)
    }
}
