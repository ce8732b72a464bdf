package import EndpointController
import Foundation

/// A transport that answers with a closure.
package struct Answering: EndpointTransport {
    package let answer: @Sendable (URLRequest) async throws -> EndpointStreamedResponse

    package init(_ answer: @escaping @Sendable (URLRequest) async throws -> EndpointStreamedResponse) {
        self.answer = answer
    }

    package func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        do {
            return try await answer(request)
        } catch let error as EndpointTransportError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .invalidRequest(error)
        }
    }
}

/// Returns a response to a request.
///
/// Its body arrives in these chunks, and then ends or throws.
package func answer(
    to request: URLRequest,
    _ statusCode: Int = 200,
    fields: [String: String] = [:],
    chunks: [String] = [],
    end error: EndpointTransportError? = nil
) -> EndpointStreamedResponse {
    let head = EndpointResponseHead(url: request.url, statusCode: statusCode, headerFields: fields)
    let chunks = AsyncStream { continuation in
        for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
        continuation.finish()
    }
    let body = EndpointResponseBody {
        for await chunk in chunks { return chunk }
        if let error { throw error }
        return nil
    }
    return EndpointStreamedResponse(head: head, body: body)
}

/// An endpoint with a given request.
package struct Given {
    package var request: URLRequest
    package var failsSilently = false

    package init(_ request: URLRequest) {
        self.request = request
    }

    package init(url: String, method: String = "GET", failsSilently: Bool = false) throws {
        request = URLRequest(url: try URL(string: url) ?? { throw URLError(.badURL) }())
        request.httpMethod = method
        self.failsSilently = failsSilently
    }
}

extension Given: EndpointType, RulesProviderType {
    package var rules: EndpointRules { EndpointRules(failsSilently: failsSilently) }
}

/// The elements that a test collects from several threads.
///
/// `@unchecked Sendable`: the elements are accessed with `lock` held.
package final class Collected<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []

    package init() {}

    package var all: [Element] {
        lock.lock()
        defer { lock.unlock() }
        return elements
    }

    package func append(_ element: Element) {
        lock.lock()
        defer { lock.unlock() }
        elements.append(element)
    }
}

/// A middleware that calls the next middleware a number of times.
package struct Again: EndpointMiddleware {
    private let times: Int

    package init(times: Int) {
        self.times = times
    }

    package func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
        for _ in 1..<times { _ = try await next(request) }
        return try await next(request)
    }
}
