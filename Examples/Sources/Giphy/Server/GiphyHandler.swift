import FlyingFox
import Foundation
import Loopback

/// A server that imitates Giphy.
struct GiphyHandler: HTTPHandler {
    let key: String

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.query["api_key"] == key else {
            return try .json(Envelope(status: 401, message: "Unauthorized"), statusCode: .unauthorized)
        }
        let offset = request.query["offset"].flatMap { Int($0) } ?? 0
        let limit = request.query["limit"].flatMap { Int($0) } ?? 25
        switch request.path {
        case "/v1/gifs/trending":
            return try .json(Envelope(Catalogue.gifs, offset: offset, limit: limit))
        case "/v1/gifs/search":
            return try .json(Envelope(Catalogue.gifs(about: request.query["q"] ?? ""), offset: offset, limit: limit))
        default:
            return try .json(Envelope(status: 404, message: "Not Found"), statusCode: .notFound)
        }
    }
}
