import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `URLSession` as in most programs: `data(for:)`, a look at the status, a decoder.
///
/// Its configuration has neither a cache nor cookies, as the transport of the system.
struct PlainSession: Sendable {
    private let baseURL: URL
    private let session: URLSession
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    init(baseURL: URL) {
        self.baseURL = baseURL
        session = URLSession(configuration: .withoutMemory)
    }

    func user(_ id: Int) async throws -> User {
        guard let url = URL(string: "\(baseURL.absoluteString)users/\(id)") else { throw URLError(.badURL) }
        return try await load(URLRequest(url: url))
    }

    func add(_ user: User) async throws -> User {
        guard let url = URL(string: "\(baseURL.absoluteString)users") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try encoder.encode(user)
        return try await load(request)
    }

    /// Ends the session; a session that is not ended is never freed.
    func stop() {
        session.finishTasksAndInvalidate()
    }

    private func load(_ request: URLRequest) async throws -> User {
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard (200..<300).contains(response.statusCode) else { throw StatusError(statusCode: response.statusCode) }
        return try decoder.decode(User.self, from: data)
    }
}

extension URLSessionConfiguration {
    /// A configuration without a cache, cookies and stored credentials.
    static var withoutMemory: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        return configuration
    }
}
