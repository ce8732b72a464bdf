public import EndpointController
import Foundation

/// A transport that answers requests as a test specifies, without a network.
///
/// ```swift
/// let stub = StubTransport()
/// try stub.on(GetUser(id: 7), baseURL: staging, answer: .status(503), .json(User(name: "Ada")))
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
    ///   - request: The request. Its whole body is read.
    ///   - context: The context. Its `onUpload` is called once after the whole body has been read, if a stub matches
    ///     and the body is not empty.
    /// - Returns: The response.
    /// - Throws: The fault of the stub's answer, or `EndpointTransportError.cancelled` if the task is cancelled. Throws
    ///   `EndpointTransportError.invalidRequest` with a ``StubError`` if no stub matches or the answer cannot be given.
    ///   Wraps an error of the stub's closure, the matcher's body or the request's body in `invalidRequest`, unless
    ///   the error is an `EndpointTransportError` or a `CancellationError`.
    public func send(
        _ request: URLRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
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
        var stubs: [String] = []
        for (index, matcher) in matchers.enumerated() {
            do {
                try matcher.check(request)
                return index
            } catch let mismatch as RequestMismatch {
                stubs.append("\(matcher) (\(mismatch.summary))")
            }
        }
        throw StubError.unstubbedCall(request.shown, stubs: stubs)
    }
}

extension StubTransport: CustomReflectable {
    /// The mirror that `dump` shows: only the number of calls, because requests may contain credentials.
    public var customMirror: Mirror { Mirror(self, children: ["calls": calls.count]) }
}
