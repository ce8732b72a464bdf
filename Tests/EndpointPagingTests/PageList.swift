import EndpointController
import Foundation
import TestSupport

/// A list of numbers from 0 on a server that reads `offset` and `limit`, and has a largest page size.
struct PageList: Sendable {
    var count: Int
    var cap: Int
    /// The queries that arrived.
    let queries = Collected<String>()

    /// Returns a controller for the list.
    func controller(_ middleware: [any EndpointMiddleware] = []) -> Controller {
        let transport = Answering { [self] request in
            queries.append(request.url?.query() ?? "")
            let url = request.url ?? URL(filePath: "/")
            let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
            let start = min(number("offset") ?? number("start") ?? 0, count)
            let end = min(start + min(number("limit") ?? number("size") ?? cap, cap), count)
            return answer(to: request, chunks: ["\(Array(start..<end))"])
        }
        return Controller(baseURL: URL(string: "https://example.com/"), transport: transport, middleware: middleware)
    }
}
