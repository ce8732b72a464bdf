import EndpointCompliance
import EndpointController
import EndpointPaging
import EndpointStreaming
import Foundation
import Testing

/// An endpoint for a list of numbers, with paging that a test can choose.
struct ListNumbers {
    var paging = EndpointPaging.numbered(perPage: 3)
    var relativeURLString = "numbers"
}

extension ListNumbers: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, PayloadProviderType,
    PagingProviderType
{
    typealias Payload = [Int]
    var method: HTTPMethod { .get }
}

/// A page that is an object with items and a cursor.
struct NumberPage: Codable, Equatable, Sendable, PagedPayloadType {
    var items: [Int]
    var next: String?

    static var paging: EndpointPaging { .cursor(name: "after", perPage: 2, perPageName: "limit") }
    var pageItemCount: Int { items.count }
    var nextCursor: String? { next }
}

extension ScriptedRequest {
    var path: String { String(target.prefix { $0 != "?" }) }

    /// The value of a query item, if it arrived.
    func queryItem(_ name: String) -> String? {
        URLComponents(string: target)?.queryItems?.first { $0.name == name }?.value
    }

    func number(_ name: String) -> Int? { queryItem(name).flatMap { Int($0) } }
}

extension ScriptedConnection {
    func respond(json: String, _ fields: [String] = []) {
        respond("200 OK", ["Content-Type: application/json"] + fields, body: json)
    }
}

extension ScriptedServer {
    var targets: [String] { requests.map(\.target) }

    /// Starts a server that returns the numbers from 0 page by page.
    convenience init(
        numbers count: Int,
        perPageName: String = "per_page",
        pageName: String = "page",
        firstPage: Int = 1
    ) throws {
        try self.init { request, connection in
            let size = request.number(perPageName) ?? 3
            guard let page = request.number(pageName) else {
                return connection.respond("400 Bad Request")
            }
            let start = min(max(page - firstPage, 0) * size, count)
            connection.respond(json: "\(Array(start..<min(start + size, count)))")
        }
    }
}

/// Returns the paging error in an error, if there is one.
func pagingError(_ error: (any Error)?) -> EndpointPagingError? {
    switch error as? LoadError {
    case .invalidRequest(_, let error), .unacceptableResponse(_, let error): error as? EndpointPagingError
    default: nil
    }
}

extension EndpointPages {
    /// Returns all pages, and the error that ended them if there is one.
    func loaded() async -> (pages: [Payload], error: (any Error)?) {
        var pages: [Payload] = []
        do {
            for try await page in self { pages.append(page) }
            return (pages, nil)
        } catch {
            return (pages, error)
        }
    }
}
