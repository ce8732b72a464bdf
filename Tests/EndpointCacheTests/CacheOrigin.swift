import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport

@testable import EndpointCache

/// An origin server in memory, which answers as a test specifies, and keeps the requests.
final class CacheOrigin: EndpointTransport {
    typealias Handler =
        @Sendable (URLRequest) async throws(EndpointTransportError) -> EndpointStreamedResponse

    private let handler: Handler
    private let arrived = Locked<[(request: URLRequest, context: EndpointTransportContext)]>([])

    init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// Creates an origin that gives the same response to every request, but a 304 to a request with the tag of that
    /// response.
    convenience init(_ fields: [String: String], body: String = "body") {
        self.init { request in
            if let tag = fields["ETag"], request.value(forHTTPHeaderField: "If-None-Match") == tag {
                return .made(304, fields)
            }
            return .made(200, fields, body: body)
        }
    }

    var requests: [URLRequest] { arrived.withLock { $0.map(\.request) } }
    var contexts: [EndpointTransportContext] { arrived.withLock { $0.map(\.context) } }
    var count: Int { arrived.withLock(\.count) }

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        arrived.withLock { $0.append((request, context)) }
        return try await handler(request)
    }
}

extension EndpointStreamedResponse {
    static func made(_ status: Int, _ fields: [String: String] = [:], body: String = "") -> EndpointStreamedResponse {
        made(status, fields, EndpointResponseBody(Data(body.utf8)))
    }

    /// A response whose body arrives in chunks, and ends with an error if there is one.
    static func made(
        _ status: Int,
        _ fields: [String: String],
        chunks: [String],
        error: EndpointTransportError? = nil,
        onPull: @escaping @Sendable () -> Void = {}
    ) -> EndpointStreamedResponse {
        let rest = Locked(chunks[...])
        let body = EndpointResponseBody {
            onPull()
            if let chunk = rest.withLock({ $0.popFirst() }) { return Data(chunk.utf8) }
            if let error { throw error }
            return nil
        }
        return made(status, fields, body)
    }

    private static func made(_ status: Int, _ fields: [String: String], _ body: EndpointResponseBody) -> Self {
        let head = EndpointResponseHead(url: url("https://example.com/"), statusCode: status, headerFields: fields)
        return EndpointStreamedResponse(head: head, body: body)
    }
}

/// A cache whose clock stands still, so that the age of a response does not depend on how busy the machine is.
func frozenCache(
    _ transport: any EndpointTransport,
    limit: Int = 16_777_216,
    unkeyedFields: Set<String> = []
) -> CachingTransport {
    let date = Date()
    return CachingTransport(transport, limit: limit, unkeyedFields: unkeyedFields) { date }
}

/// A request for a path of the origin.
func get(_ path: String = "a", _ fields: [String: String] = [:], method: String = "GET") -> URLRequest {
    var request = URLRequest(url: baseURL.appending(path: path))
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return request
}

/// A response with its body as text.
struct Loaded: Equatable, Sendable {
    var status: Int
    var body: String
    var age: String?
}

extension CachingTransport {
    /// Sends a request and reads the response to its end, as a load does.
    @discardableResult
    func load(_ request: URLRequest) async throws -> Loaded {
        let response = try await send(request, context: EndpointTransportContext())
        var body = Data()
        for try await chunk in response.body { body += chunk }
        let text = String(decoding: body, as: UTF8.self)
        return Loaded(status: response.statusCode, body: text, age: response.headerField("Age"))
    }

    /// Indicates whether the stored response for a request is validated in the background.
    func isRefreshing(_ request: URLRequest) -> Bool {
        store.withLock { store in
            guard let asked = CacheRequest(request, unkeyedFields: unkeyedFields), let entry = store.find(asked) else {
                return false
            }
            let isNew = store.beginRefresh(of: entry.id)
            if isNew { store.endRefresh(of: entry.id) }
            return !isNew
        }
    }
}

/// A gate that holds up callers until a test opens it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var lastID = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    func open() {
        let waiters = state.withLock { state in
            defer { state = State(isOpen: true) }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the gate is open; throws an error as soon as the task is cancelled.
    func pass() async throws(EndpointTransportError) {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
        if Task.isCancelled { throw .cancelled }
    }
}
