import Endpoint
import Foundation

extension URLSession {
    /// Sends a request, be it one of an endpoint or any other.
    func reply(to request: URLRequest) async throws -> Reply {
        let (body, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else { throw WrongReply.notHTTP }
        return Reply(statusCode: response.statusCode, body: body)
    }
}
