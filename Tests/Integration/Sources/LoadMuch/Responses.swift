import EndpointCache
import Foundation
import Programs

/// Stores many distinct responses in a cache.
struct Responses: EndpointTransport {
    private static let limit = 64 * 1_048_576

    let count: Int

    /// Sends requests for distinct URLs over a cache.
    ///
    /// - Returns: The number of KiB by which the peak of the memory rose, and the size that the cache states, in KiB.
    func store() async throws -> (growth: Int, size: Int) {
        let cache = CachingTransport(self, limit: Self.limit)
        // The first response initializes what the process keeps, for example tables of header fields.
        try await load(-1, over: CachingTransport(self))
        let start = try peakMemory()
        for number in 0..<count { try await load(number, over: cache) }
        return (try peakMemory() - start, cache.size / 1_024)
    }

    private func load(_ number: Int, over cache: CachingTransport) async throws {
        guard let url = URL(string: "https://example.com/items/\(number)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("Bearer \(number % 10)", forHTTPHeaderField: "Authorization")
        let response = try await cache.send(request)
        for try await _ in response.body {}
    }

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let number = request.url?.lastPathComponent ?? ""
        let fields = [
            "Cache-Control": "max-age=3600", "Content-Type": "application/json", "ETag": "\"\(number)\"",
            "Vary": "Accept",
        ]
        let head = EndpointResponseHead(url: request.url, statusCode: 200, headerFields: fields)
        let body = Data("{\"number\":\(number)}\(String(repeating: " ", count: 200))".utf8)
        return EndpointStreamedResponse(head: head, body: EndpointResponseBody(body))
    }
}
