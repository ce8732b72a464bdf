import Endpoint
import EndpointController
import Foundation

/// The transport of the library without the controller: send, read the body to its end, a look at the status, a
/// decoder.
struct TransportAlone: Sendable {
    private let baseURL: URL
    private let decoder = JSONDecoder()

    init(baseURL: URL) {
        self.baseURL = baseURL
    }

    func user(_ id: Int) async throws -> User {
        let request = try GetUser(id: id).request(baseURL: baseURL)
        let response = try await SystemTransport.shared.send(request)
        var body = Data()
        for try await chunk in response.body { body.append(chunk) }
        guard response.head.statusCode / 100 == 2 else { throw StatusError(statusCode: response.head.statusCode) }
        return try decoder.decode(User.self, from: body)
    }
}
