import FlyingFox
import Foundation
import Loopback

/// A server with nine messages in pages of three, which is overloaded when it gets its second request.
actor MessageHandler: HTTPHandler {
    private struct Message: Encodable {
        let text: String
    }

    private struct Page: Encodable {
        let results: [Message]
        let next: String?
        let previous: String?
    }

    private var requestCount = 0

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        requestCount += 1
        if requestCount == 2 { return HTTPResponse(statusCode: .serviceUnavailable) }
        let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
        return try .json(
            Page(
                results: (1...3).map { Message(text: "message \((page - 1) * 3 + $0)") },
                next: page < 3 ? "messages?page=\(page + 1)" : nil,
                previous: page > 1 ? "messages?page=\(page - 1)" : nil))
    }
}
