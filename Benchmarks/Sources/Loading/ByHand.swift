import AsyncHTTPClient
import EndpointController
import Foundation
import NIOCore
import NIOFoundationCompat

/// What somebody would write who has no controller.
struct ByHand: Sendable {
    struct StatusError: Error {}

    private static let decoder = JSONDecoder.endpoint()
    private static let sizeLimit = 64 * 1_048_576

    private let baseURL: URL
    private let client: HTTPClient

    init(baseURL: URL) throws {
        self.baseURL = baseURL
        var configuration = HTTPClient.Configuration()
        configuration.decompression = .enabled(limit: .ratio(100))
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }

    func stop() async throws {
        try await client.shutdown()
    }

    func loadWithTransport() async throws -> User {
        let request = try GetUser(id: 867).request(baseURL: baseURL)
        let response = try await URLSessionTransport.shared.send(request)
        var body = Data()
        for try await chunk in response.body { body.append(chunk) }
        guard (200..<300).contains(response.statusCode) else { throw StatusError() }
        return try Self.decoder.decode(User.self, from: body)
    }

    func loadWithClient() async throws -> User {
        let request = HTTPClientRequest(url: "\(baseURL.absoluteString)users/867")
        let response = try await client.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: Self.sizeLimit)
        guard (200..<300).contains(response.status.code) else { throw StatusError() }
        return try Self.decoder.decode(User.self, from: Data(buffer: body))
    }
}
