import EndpointController
import Foundation

/// The GIFs that match a text.
struct Search {
    let text: String
    var rating = Rating.general
}

extension Search: GiphyEndpoint {
    var relativeURLString: String { "gifs/search" }
    var queryItems: [URLQueryItem] { .items(["q": text, "rating": rating]) }
}
