import EndpointCompliance
import EndpointResilience
import EndpointSupport
import Foundation

/// A server with access tokens that expire and refresh tokens that can be used once: a second use ends the session.
///
/// `@unchecked Sendable`: all mutable state is accessed with `condition` locked.
final class SessionServer: @unchecked Sendable {
    private let condition = NSCondition()
    private var generation = 1
    private var isRevoked = false
    private var refused = 0
    private var heldUntilRefused = 0
    private var scripted: ScriptedServer?

    /// Starts a server whose first tokens are `access1` and `refresh1`.
    ///
    /// - Parameter count: The number of requests to refuse before the first renewal is answered.
    /// - Throws: The error of the system, if it cannot listen.
    init(renewingAfter count: Int = 0) throws {
        heldUntilRefused = count
        scripted = try ScriptedServer { [unowned self] request, connection in answer(request, connection) }
    }

    var url: URL { scripted?.url() ?? URL(filePath: "/") }
    var requests: [ScriptedRequest] { scripted?.requests ?? [] }
    var renewals: [ScriptedRequest] { requests.filter { $0.target == "/token" } }

    /// A middleware with the first tokens.
    var token: RenewedToken {
        let authority = EndpointController<OAuthError>(baseURL: url)
        return RenewedToken(AccessToken("access1", refreshToken: "refresh1")) { old in
            try await authority.token(renewing: old, at: "token", clientID: "app")
        }
    }

    /// Stops accepting the current access token.
    func expire() {
        condition.withLock { generation += 1 }
    }

    func stop() {
        scripted?.stop()
    }

    private func answer(_ request: ScriptedRequest, _ connection: ScriptedConnection) {
        if request.target == "/token" { return renew(request, connection) }
        let isValid = condition.withLock {
            let isValid = !isRevoked && request.field("Authorization") == "Bearer access\(generation)"
            if !isValid { refused += 1 }
            condition.broadcast()
            return isValid
        }
        if isValid { return connection.respond("200 OK", ["Content-Type: application/json"], body: User.json) }
        connection.respond("401 Unauthorized", [#"WWW-Authenticate: Bearer error="invalid_token""#], body: "expired")
    }

    private func renew(_ request: ScriptedRequest, _ connection: ScriptedConnection) {
        let tokens = condition.withLock { () -> String? in
            while refused < heldUntilRefused { condition.wait() }
            // The access token may have expired, but the refresh token is the one that came with it.
            let isCurrent = request.body.elementsEqual(
                "grant_type=refresh_token&refresh_token=refresh\(generation - 1)&client_id=app".utf8)
            isRevoked = isRevoked || !isCurrent
            return isRevoked
                ? nil
                : #"{"access_token":"access\#(generation)","refresh_token":"refresh\#(generation)","token_type":"bearer","expires_in":3600}"#
        }
        let fields = ["Content-Type: application/json", "Cache-Control: no-store"]
        if let tokens { return connection.respond("200 OK", fields, body: tokens) }
        connection.respond("400 Bad Request", fields, body: #"{"error":"invalid_grant"}"#)
    }
}
