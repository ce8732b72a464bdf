import EndpointTesting
import Testing

@testable import Giphy

/// Tests of the requests of the API.
@Suite struct RequestTests {
    @Test func buildsRequestsWithoutTheKey() throws {
        try Search(text: "cat & mouse", rating: .parentalGuidance).request(baseURL: GiphyServer.live)
            .expectURL("https://api.giphy.com/v1/gifs/search?q=cat%20%26%20mouse&rating=pg")
        try Trending(count: 3).request(baseURL: GiphyServer.live)
            .expectURL("https://api.giphy.com/v1/gifs/trending?limit=3")
    }
}
