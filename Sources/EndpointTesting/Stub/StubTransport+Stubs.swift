public import EndpointController
public import Foundation

extension StubTransport {
    /// Answers the requests of an endpoint with its own URL.
    ///
    /// A request must have its method, URL, body and header fields; a middleware may add other header fields.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its own URL.
    ///   - first: The answer.
    ///   - others: The answers to the calls after the first; the last one is repeated.
    /// - Throws: Rethrows errors from the endpoint's request, or throws an error if its body cannot be read.
    public func on(_ endpoint: some EndpointType, answer first: StubAnswer, _ others: StubAnswer...) throws {
        add(Stub(try RequestMatcher(endpoint.request), .answers([first] + others)))
    }

    /// Answers the requests of an endpoint that is relative to a base URL.
    ///
    /// A request must have its method, URL, body and header fields; a middleware may add other header fields. If it
    /// adds query items, use a ``RequestMatcher``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, relative to a base URL.
    ///   - baseURL: The base URL of the controller.
    ///   - first: The answer.
    ///   - others: The answers to the calls after the first; the last one is repeated.
    /// - Throws: Rethrows errors from the endpoint's request, or throws an error if its body cannot be read.
    public func on(
        _ endpoint: some BaseURLEndpointType,
        baseURL: URL,
        answer first: StubAnswer,
        _ others: StubAnswer...
    ) throws {
        add(Stub(try RequestMatcher(endpoint.request(baseURL: baseURL)), .answers([first] + others)))
    }

    /// Answers certain requests.
    ///
    /// - Parameters:
    ///   - matcher: The requests to answer.
    ///   - first: The answer.
    ///   - others: The answers to the calls after the first; the last one is repeated.
    public func on(_ matcher: RequestMatcher, answer first: StubAnswer, _ others: StubAnswer...) {
        add(Stub(matcher, .answers([first] + others)))
    }

    /// Answers certain requests with a closure.
    ///
    /// ```swift
    /// stub.on(.any) { request in .text(request.url?.path() ?? "") }
    /// ```
    ///
    /// - Parameters:
    ///   - matcher: Tells which ones.
    ///   - answer: Makes the answer to a request, whose body is its `httpBody`. It may wait for the test, but must
    ///     return when its task is cancelled. If it throws an `EndpointTransportError`, so does the call; any other
    ///     error becomes `EndpointTransportError.invalidRequest`.
    public func on(_ matcher: RequestMatcher, answer: @escaping @Sendable (URLRequest) async throws -> StubAnswer) {
        add(Stub(matcher, .closure(answer)))
    }
}
