import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport

@testable import EndpointResilience

// The behaviour of the server and the authority.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TokenInterleaving {
    func answer(_ request: URLRequest, of id: Int) async throws -> EndpointStreamedResponse {
        let authorization = request.value(forHTTPHeaderField: "Authorization") ?? "none"
        state.withLock { state in
            guard let session = state.calls[id]?.session else { return }
            state.calls[id]?.authorizations.append(authorization)
            let isOwn = authorization.hasPrefix("Bearer \(session).") || authorization == "none"
            if !isOwn { state.violations.append("\(authorization) for a call of session \(session)") }
            let count = state.calls[id]?.authorizations.count ?? 0
            if count > 2 { state.violations.append("\(count) requests for one call") }
        }
        try await step()
        let isValid = state.withLock { $0.valid.contains(authorization) }
        try await step()
        return response(isValid ? 200 : 401)
    }

    /// Makes the server stop accepting the token of the session.
    func expire() {
        state.withLock { state in
            let session = state.session
            state.valid = state.valid.filter { !$0.hasPrefix("Bearer \(session).") }
        }
    }

    // MARK: - The authority

    func renew(_ old: AccessToken) async throws -> AccessToken {
        state.withLock { state in
            state.renewing += 1
            if state.renewing > 1 { state.violations.append("\(state.renewing) renewals at a time") }
        }
        defer { state.withLock { $0.renewing -= 1 } }
        // A renewal that is cancelled here has sent nothing yet.
        try await step()
        let renewed = try state.withLock { state in
            switch Int.random(in: 0..<100, using: &state.random) {
            case ..<15: throw EndpointTransportError.unreachable(URLError(.cannotConnectToHost))
            case ..<20: throw SessionEnded()
            default: break
            }
            let refreshToken = old.refreshToken ?? ""
            let isNew = state.used.insert(refreshToken).inserted
            // The authority ends a session in which a refresh token is used again.
            if !isNew, state.lost.contains(refreshToken) { throw SessionEnded() }
            if !isNew { state.violations.append("\(refreshToken) was used again") }
            let session = Int(old.value.prefix { $0 != "." }) ?? 0
            let isAccepted = Int.random(in: 0..<10, using: &state.random) > 0
            state.answering = refreshToken
            return Self.issue(&state, of: session, valid: isAccepted, clock.date)
        }
        // The answer must survive the end of a call, but the end of the session or the timeout may discard it.
        defer { state.withLock { $0.answering = nil } }
        try await step()
        return renewed
    }

    static func issue(_ state: inout State, of session: Int? = nil, valid: Bool, _ now: Date) -> AccessToken {
        state.issued += 1
        let value = "\(session ?? state.session).\(state.issued)"
        if valid { state.valid.insert("Bearer \(value)") }
        let lifetime = Bool.random(using: &state.random) ? Int.random(in: 0..<120, using: &state.random) : nil
        return AccessToken(
            value, refreshToken: "r\(state.issued)",
            expiresAt: lifetime.map { now.addingTimeInterval(TimeInterval($0)) })
    }
}
