import EndpointController
import Foundation

/// The GIFs that are watched most today.
struct Trending {
    let count: Int
}

extension Trending: GiphyEndpoint {
    var relativeURLString: String { "gifs/trending" }
    var queryItems: [URLQueryItem] { .items(["limit": count]) }
}
