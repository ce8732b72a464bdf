public import EndpointResilience
import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
public import Testing

/// A failed expectation shows the parts of a token, which its description hides.
extension EndpointResilience.AccessToken: Testing.CustomTestStringConvertible {
    public var testDescription: String {
        let parts = [value, refreshToken, expiresAt.map { "\($0)" }, scope].map { $0 ?? "nil" }
        return "AccessToken(\(parts.joined(separator: ", ")))"
    }
}

/// A server that accepts one access token, and an authority that issues the next.
final class TokenServer: EndpointTransport {
    private struct State {
        var valid: String
        var renewals = 0
        var authorizations: [String?] = []
    }

    private let state: LockedState
    private let challenge: String?

    /// `@unchecked Sendable`: the state is accessed with `lock` held.
    private final class LockedState: @unchecked Sendable {
        private let lock = NSLock()
        private var state: State

        init(_ state: State) {
            self.state = state
        }

        func callAsFunction<Value>(_ body: (inout State) -> Value) -> Value {
            lock.lock()
            defer { lock.unlock() }
            return body(&state)
        }
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - valid: The access token that it accepts at first.
    ///   - challenge: The value of `WWW-Authenticate` that it sends with a 401.
    init(accepting valid: String, challenge: String? = nil) {
        state = LockedState(State(valid: valid))
        self.challenge = challenge
    }

    /// The number of tokens that were issued.
    var renewals: Int { state { $0.renewals } }

    /// The tokens that the requests carried, in order.
    var authorizations: [String?] { state { $0.authorizations } }

    /// Accepts another token from now on.
    func accept(_ valid: String) {
        state { $0.valid = valid }
    }

    /// Issues the next token: `2` after `1`, and so on.
    func renew(_ old: AccessToken) -> AccessToken {
        state { state in
            state.renewals += 1
            state.valid = "\((Int(old.value) ?? 0) + 1)"
            return AccessToken(state.valid)
        }
    }

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        let authorization = request.value(forHTTPHeaderField: "Authorization")
        let isValid = state { state in
            state.authorizations.append(authorization)
            return authorization == "Bearer \(state.valid)"
        }
        let fields = isValid ? [:] : ["WWW-Authenticate": challenge].compactMapValues(\.self)
        return answer(
            to: request, isValid ? 200 : 401, fields: fields, chunks: [request.url?.lastPathComponent ?? ""])
    }

    /// A controller with this transport.
    func controller(_ middleware: any EndpointMiddleware...) -> Controller {
        Controller(baseURL: baseURL, transport: self, middleware: middleware)
    }

    /// The rest of a call over this transport, which holds each 401 back until the gate opens.
    func next(holdingRefusalsAt gate: Barrier) -> EndpointNext {
        EndpointNext(baseURL: baseURL) { request in
            let response = try await self.send(request)
            if response.statusCode == 401 { await gate.pass() }
            return response
        }
    }
}

/// A barrier that holds up callers until a test opens it.
///
/// `@unchecked Sendable`: all mutable state is accessed with `lock` held.
final class Barrier: @unchecked Sendable {
    private let lock = NSLock()
    private var isOpen = false
    private var arrivals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until the barrier is open, whether the task is cancelled or not.
    func pass() async {
        await withCheckedContinuation { continuation in
            lock.lock()
            arrivals += 1
            let isOpen = isOpen
            if !isOpen { waiting.append(continuation) }
            lock.unlock()
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until a number of callers have arrived in all.
    func waitForArrivals(_ count: Int = 1) async throws {
        try await waitWhile(lock.withLock({ arrivals < count }))
    }

    /// Lets all waiting and later callers pass.
    func open() {
        lock.lock()
        isOpen = true
        let opened = waiting
        waiting = []
        lock.unlock()
        for continuation in opened { continuation.resume() }
    }
}

let users = RESTEndpoint<Data>(.get, path: "users")

extension EndpointController where ServerError == EndpointDefaultServerError {
    /// Returns the status code with which a call ends.
    func statusCode(of endpoint: some RequestProviderType & Sendable = users) async -> Int? {
        do {
            return try await load(endpoint.parsed(by: .response)).statusCode
        } catch {
            return error.response?.statusCode
        }
    }
}
