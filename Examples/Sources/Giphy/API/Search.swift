import EndpointController
import Foundation

/// The GIFs that match a text.
struct Search: GiphyEndpoint {
    let text: String
    var rating = Rating.general

    var relativeURLString: String { "gifs/search" }
    var queryItems: [URLQueryItem] { .items(["q": text, "rating": rating]) }
}
