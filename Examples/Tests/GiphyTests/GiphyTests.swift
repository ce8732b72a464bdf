import EndpointPaging
import EndpointTesting
import Foundation
import Loopback
import Testing

@testable import Giphy

/// Tests of the API against the server that imitates Giphy.
@Suite struct GiphyTests {
    private static let key = "k3y-of-giphy"

    private func withGiphy(
        key: String = key,
        _ body: @Sendable @escaping (EndpointController<GiphyError>) async throws -> Void
    ) async throws {
        try await LoopbackServer(GiphyHandler(key: Self.key)).run { port in
            try await body(.giphy(.loopback(port: port), key: key))
        }
    }

    @Test func runsTheTourWithoutAnError() async throws {
        try await LoopbackServer(GiphyHandler(key: Self.key)).run { port in
            try await Tour(server: .loopback(port: port), key: Self.key).run()
        }
    }

    @Test func decodesSizesFromStrings() async throws {
        try await withGiphy { giphy in
            let page = try await giphy.load(Trending(count: 2))
            #expect(page.data.map(\.images.original.width) == [480, 500])
        }
    }

    @Test func loadsAllPagesOfASearch() async throws {
        try await withGiphy { giphy in
            var pages: [[String]] = []
            for try await page in giphy.pages(of: Search(text: "cat")) { pages.append(page.data.map(\.id)) }
            #expect(pages == [["a1", "c3"], ["e5"]])
        }
    }

    @Test func searchesForTextWithSpecialCharacters() async throws {
        try await withGiphy { giphy in
            let page = try await giphy.load(Search(text: "cat & a"))
            #expect(page.data.map(\.id) == ["c3"])
        }
    }

    @Test func throwsAnErrorWithoutTheKeyForAWrongKey() async throws {
        try await withGiphy(key: "k3y-of-nobody") { giphy in
            let error = try await #require(throws: EndpointError<GiphyError>.self) {
                try await giphy.load(Trending(count: 1))
            }
            #expect(error.response?.statusCode == 401)
            #expect(error.serverError == GiphyError(meta: .init(status: 401, msg: "Unauthorized")))
            #expect("\(error)".contains("Unauthorized"))
            #expect(!"\(error) \(String(reflecting: error))".contains("k3y"))
        }
    }

    @Test func failsTheTourWithAWrongKey() async throws {
        try await LoopbackServer(GiphyHandler(key: Self.key)).run { port in
            let error = await #expect(throws: (any Error).self) {
                try await Tour(server: .loopback(port: port), key: "k3y-of-nobody").run()
            }
            #expect(error?.localizedDescription.hasPrefix("The most watched GIFs: ") == true)
            #expect(error?.localizedDescription.contains("Unauthorized") == true)
        }
    }
}
