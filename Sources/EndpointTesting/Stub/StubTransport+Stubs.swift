public import EndpointController
public import Foundation

extension StubTransport {
    /// Answers the requests of an endpoint.
    ///
    /// A request matches if it has the method, URL, body and header fields of the endpoint's request. Middleware may
    /// add other header fields; if it adds query items, pass a ``RequestMatcher`` instead.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - baseURL: The base URL of the controller; by default nil, for an endpoint that has its own URL.
    ///   - first: The answer to the first call.
    ///   - others: The answers to later calls, in order. The last answer is repeated.
    /// - Throws: Rethrows errors from the endpoint's request, or throws an error if its body cannot be read.
    public func on(
        _ endpoint: some RequestProviderType,
        baseURL: URL? = nil,
        answer first: StubAnswer,
        _ others: StubAnswer...
    ) throws {
        try on(endpoint, baseURL: baseURL, answers: [first] + others)
    }

    /// Answers the requests of an endpoint with the answers of an array: see `on(_:baseURL:answer:_:)`.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - baseURL: The base URL of the controller; by default nil, for an endpoint that has its own URL.
    ///   - answers: The answers to the calls, in order. The last answer is repeated.
    /// - Throws: Rethrows errors from the endpoint's request, or throws an error if its body cannot be read.
    public func on(
        _ endpoint: some RequestProviderType,
        baseURL: URL? = nil,
        answers: [StubAnswer]
    ) throws {
        on(try RequestMatcher(endpoint.request(relativeTo: baseURL)), answers: answers)
    }

    /// Answers the requests that a matcher describes.
    ///
    /// - Parameters:
    ///   - matcher: The requests to answer.
    ///   - first: The answer to the first call.
    ///   - others: The answers to later calls, in order. The last answer is repeated.
    public func on(_ matcher: RequestMatcher, answer first: StubAnswer, _ others: StubAnswer...) {
        on(matcher, answers: [first] + others)
    }

    /// Answers the requests that a matcher describes with the answers of an array.
    ///
    /// ```swift
    /// stub.on(.any, answers: (1...3).map { .json(["page": $0]) })
    /// ```
    ///
    /// - Parameters:
    ///   - matcher: The requests to answer.
    ///   - answers: The answers to the calls, in order. The last answer is repeated. If there are none, a call throws
    ///     ``FixtureError/noAnswers``.
    public func on(_ matcher: RequestMatcher, answers: [StubAnswer]) {
        add(Stub(matcher, answers.map { answer in { _ in answer } }))
    }

    /// Calls a closure to answer the requests that a matcher describes.
    ///
    /// ```swift
    /// stub.on(.any) { request in .text(request.url?.path() ?? "") }
    /// ```
    ///
    /// - Parameters:
    ///   - matcher: The requests to answer.
    ///   - answer: A closure that returns the answer to a request, whose body is in `httpBody`. The closure may wait
    ///     for the test, but must end when its task is cancelled. If it throws an `EndpointTransportError`, the
    ///     transport throws that error. A `CancellationError` becomes `EndpointTransportError.cancelled`, and any other
    ///     error becomes `EndpointTransportError.invalidRequest`.
    public func on(_ matcher: RequestMatcher, answer: @escaping @Sendable (URLRequest) async throws -> StubAnswer) {
        add(Stub(matcher, [answer]))
    }
}
