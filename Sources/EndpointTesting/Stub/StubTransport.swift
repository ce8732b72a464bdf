public import EndpointController
import EndpointSupport
public import Foundation

/// A transport that answers requests as a test specifies, without a network.
///
/// ```swift
/// let stub = StubTransport()
/// try stub.on(GetUser(id: 7), baseURL: staging, answer: .status(503), .jsonEncoded(User(name: "Ada")))
/// stub.on(RequestMatcher(method: .post, path: "/api/users"), answer: .status(201))
///
/// let controller = EndpointController<APIError>(baseURL: staging, transport: stub)
/// // … the code under test …
/// try stub.calls[0].expectHeaderField("Accept", "application/json")
/// try stub.verify()
/// ```
///
/// If several stubs match a request, the stub that was added first answers it, as in a `switch`. A stub gives its
/// answers in order, and then repeats the last one.
///
/// If no stub matches a request, the transport throws `EndpointTransportError.invalidRequest` with a ``StubError`` that
/// describes the request and the stubs. The code under test may ignore this error, so ``verify()`` reports the request
/// too.
public final class StubTransport: EndpointTransport {
    private struct State {
        var stubs: [Stub] = []
        var calls: [URLRequest] = []
        var unstubbed: [String] = []
    }

    private let state = Locked(State())

    /// Creates a transport without stubs.
    public init() {}

    /// The requests sent so far, in order, each with its body as `httpBody`, even if the body was streamed.
    public var calls: [URLRequest] { state.withLock { $0.calls } }

    /// Answers a request with the first stub that matches.
    ///
    /// - Parameters:
    ///   - outgoing: The request. Its whole body is read.
    ///   - context: The context. Its `onUpload` is called once after the whole body has been read, if a stub matches
    ///     and the body is not empty.
    /// - Returns: The response.
    /// - Throws: The fault of the stub's answer, or `EndpointTransportError.cancelled` if the task is cancelled. Throws
    ///   `EndpointTransportError.invalidRequest` with a ``StubError`` if no stub matches or the answer cannot be given.
    ///   Wraps an error of the stub's closure, the matcher's body or the request's body in `invalidRequest`, unless
    ///   the error is an `EndpointTransportError` or a `CancellationError`.
    public func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        if Task.isCancelled { throw .cancelled }
        do {
            let request = try request.readOut()
            let answer = try answer(to: request)
            request.reportUpload(to: context.onUpload)
            return try await answer(request).deliver(to: request)
        } catch let error as EndpointTransportError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .invalidRequest(error)
        }
    }

    /// Verifies that each request in ``calls`` matched a stub, and that each stub was called and gave all its answers.
    ///
    /// - Throws: ``StubError/unmet(unstubbedCalls:unusedAnswers:)``.
    public func verify() throws(StubError) {
        let state = state.withLock(\.self)
        let unused = state.stubs.compactMap(\.complaint)
        if unused.isEmpty, state.unstubbed.isEmpty { return }
        throw .unmet(unstubbedCalls: state.unstubbed, unusedAnswers: unused)
    }

    func add(_ stub: Stub) {
        state.withLock { $0.stubs.append(stub) }
    }

    /// Records a request and returns the closure that answers it.
    private func answer(to request: URLRequest) throws -> Stub.Answer {
        let matchers = state.withLock { $0.stubs.map(\.matcher) }
        // Compare without the lock, because the body of a matcher may read `calls`.
        let match = Result { try Self.firstMatch(of: request, among: matchers) }
        // Record the call and take its answer under one lock, so that the answers have the order of `calls`.
        return try state.withLock { state in
            state.calls.append(request)
            if case .failure = match { state.unstubbed.append(request.shown) }
            return state.stubs[try match.get()].call()
        }
    }

    private static func firstMatch(of request: URLRequest, among matchers: [RequestMatcher]) throws -> Int {
        var mismatches: [(RequestMatcher, RequestMismatch)] = []
        for (index, matcher) in matchers.enumerated() {
            do {
                try matcher.check(request)
                return index
            } catch let mismatch as RequestMismatch {
                mismatches.append((matcher, mismatch))
            }
        }
        throw StubError.unstubbedCall(request.shown, stubs: mismatches.map { "\($0) (\($1.summary))" })
    }
}

extension StubTransport: CustomReflectable {
    /// The mirror that `dump` shows: only the number of calls, because requests may contain credentials.
    public var customMirror: Mirror { Mirror(self, children: ["calls": calls.count]) }
}

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

struct Stub: Sendable {
    typealias Answer = @Sendable (URLRequest) async throws -> StubAnswer

    let matcher: RequestMatcher
    /// The answers to the first calls, in order; the last one also answers all later calls.
    let answers: [Answer]
    private(set) var callCount = 0

    init(_ matcher: RequestMatcher, _ answers: [Answer]) {
        self.matcher = matcher
        self.answers = answers.isEmpty ? [{ _ in throw FixtureError.noAnswers }] : answers
    }

    /// Counts a call and returns the closure that answers it.
    mutating func call() -> Answer {
        callCount += 1
        return answers[min(callCount, answers.count) - 1]
    }

    /// The complaint that `verify()` reports; nil if the stub was called and gave all its answers.
    var complaint: String? {
        if callCount == 0 { return "The stub for \(matcher) was never called." }
        if callCount >= answers.count { return nil }
        return "The stub for \(matcher) gave \(callCount) of its \(answers.count) answers."
    }
}
