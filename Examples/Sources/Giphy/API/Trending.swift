import EndpointController
import Foundation

/// The GIFs that are watched most today.
struct Trending: GiphyEndpoint {
    let count: Int

    var relativeURLString: String { "gifs/trending" }
    var queryItems: [URLQueryItem] { .items(["limit": count]) }
}
