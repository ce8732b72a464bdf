import EndpointPaging
import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of recorded walks through pages whose cursors have names like those of credentials.
@Suite(.timeLimit(.minutes(1))) struct PageWalkReplayTests {
    private struct Page: Decodable, PagedPayloadType {
        var items: [Int]
        var nextPageToken: String?
        var pageItemCount: Int { items.count }
        var nextCursor: String? { nextPageToken }
    }

    private let stub = StubTransport()

    private func items(_ transport: any EndpointTransport, _ paging: EndpointPaging) async throws -> [[Int]] {
        let list = RESTEndpoint(.get, path: .segments(["items"])).endpoint(baseURL: baseURL)
        var items: [[Int]] = []
        for try await page in Controller(transport: transport).pages(of: list.parsed(as: Page.self), paging: paging) {
            items.append(page.items)
        }
        return items
    }

    @Test("Replays pages by page token") func cursor() async throws {
        let cassettes = try Cassettes()
        stub.on(
            .any, answer: .json(["items": [1], "nextPageToken": "a0123456789="]),
            .json(["items": [2], "nextPageToken": "b0123456789="]), .json(["items": [3]]))
        let paging = EndpointPaging.cursor(name: "page_token")
        #expect(try await cassettes.record(stub) { try await items($0, paging) } == [[1], [2], [3]])
        #expect(try await items(ReplayTransport(cassettes.file), paging) == [[1], [2], [3]])
    }

    @Test("Replays pages whose links contain a continuation token") func links() async throws {
        let cassettes = try Cassettes()
        func link(_ token: String) -> [String: String] {
            ["Link": "<https://example.com/api/items?continuation-token=\(token)>; rel=next"]
        }
        stub.on(
            .any, answer: .json(["items": [1]], headerFields: link("a0123456789")),
            .json(["items": [2]], headerFields: link("b0123456789")), .json(["items": [3]]))
        #expect(try await cassettes.record(stub) { try await items($0, .link()) } == [[1], [2], [3]])
        #expect(try await items(ReplayTransport(cassettes.file), .link()) == [[1], [2], [3]])
    }

    @Test("Hides a page token that the names of secrets contain") func secret() async throws {
        let cassettes = try Cassettes()
        stub.on(.any, answer: .json(["items": [1], "nextPageToken": "a0123456789="]), .json(["items": [2]]))
        let secrets = CassetteSecrets(names: ["nextPageToken", "page_token"])
        let paging = EndpointPaging.cursor(name: "page_token")
        _ = try await cassettes.record(stub, hiding: secrets) { try await items($0, paging) }
        #expect(try !cassettes.text.contains("a0123456789"))
    }
}
