public import EndpointController
import Foundation

/// Answers requests as a test says, without a network.
///
/// ```swift
/// let stub = StubTransport()
/// try stub.on(GetUser(id: 7), baseURL: staging, answer: .status(503), .json(User(name: "Ada")))
/// stub.on(RequestMatcher(method: .post, path: "/api/users"), answer: .status(201))
///
/// let controller = EndpointController<APIError>(baseURL: staging, transport: stub)
/// // … what is to be tested …
/// try stub.calls[0].expectHeaderField("Accept", "application/json")
/// try stub.verify()
/// ```
///
/// Of several stubs for a request the one that was added first answers it, like the cases of a `switch`. A stub gives
/// its answers one after the other, and the last one again and again.
///
/// A request without a stub throws `EndpointTransportError.invalidRequest` with a ``StubError`` that says which one it
/// was and which stubs there are. Because a program may hide its errors, ``verify()`` says so too.
public final class StubTransport: EndpointTransport {
    private struct State {
        var stubs: [Stub] = []
        var calls: [URLRequest] = []
        var unstubbed: [String] = []
    }

    private let state = Locked(State())

    /// Creates a transport without any stub.
    public init() {}

    /// The requests that were sent until now, in order, each with its body as `httpBody`, also if it was streamed.
    public var calls: [URLRequest] { state.withLock { $0.calls } }

    /// Answers a request as the stub for it says.
    ///
    /// - Parameters:
    ///   - request: The request. Its body is read whole.
    ///   - context: Its `onUpload` is called once if there is a body, when the whole of it is read.
    /// - Returns: The response.
    /// - Throws: The fault that the stub says; `EndpointTransportError.invalidRequest` with a ``StubError`` if there is
    ///   no stub, or with an error of its closure or of the request's body.
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

    /// Throws unless each request had a stub, and each answer of each stub was given.
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

    /// Takes note of a request, and finds what to do about it.
    private func answer(to request: URLRequest) throws -> @Sendable (URLRequest) async throws -> StubAnswer {
        try state.withLock { state in
            state.calls.append(request)
            var stubs: [String] = []
            for index in state.stubs.indices {
                let matcher = state.stubs[index].matcher
                guard let mismatch = try matcher.mismatch(request) else { return state.stubs[index].call() }
                stubs.append("\(matcher) (\(mismatch.summary))")
            }
            state.unstubbed.append(request.shown)
            throw StubError.unstubbedCall(request.shown, stubs: stubs)
        }
    }
}

extension StubTransport: CustomReflectable {
    /// The mirror that `dump` shows: only the number of calls, because requests hold credentials.
    public var customMirror: Mirror { Mirror(self, children: ["calls": calls.count]) }
}
