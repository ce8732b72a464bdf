import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPCompression

/// async-http-client as its documentation shows it: `execute` with a deadline, `collect` with a limit, a look at the
/// status, a decoder.
///
/// It has as many connections as `AsyncHTTPClientTransport`, and decompresses as that transport does.
struct PlainClient: Sendable {
    private let baseURL: URL
    private let client: HTTPClient
    private let decoder = JSONDecoder()

    init(baseURL: URL) {
        self.baseURL = baseURL
        var configuration = HTTPClient.Configuration()
        configuration.decompression = .enabled(limit: .none)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }

    func stop() async throws {
        try await client.shutdown()
    }

    func user(_ id: Int, token: String? = nil) async throws -> User {
        var request = HTTPClientRequest(url: "\(baseURL.absoluteString)users/\(id)")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        let response = try await client.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 64 * 1_048_576)
        guard response.status.code / 100 == 2 else { throw StatusError(statusCode: Int(response.status.code)) }
        return try decoder.decode(User.self, from: Data(buffer: body))
    }
}
