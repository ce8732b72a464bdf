import EndpointResilience
import Foundation
import Observation

/// The user's session: it signs the user in and out, and holds the controller for all other calls.
@MainActor @Observable final class Session {
    let api: TrackerController
    private(set) var isSignedIn: Bool

    @ObservationIgnored private let authority: EndpointController<OAuthError>
    @ObservationIgnored private let token: RenewedToken

    init(_ saved: AccessToken? = nil, transport: any EndpointTransport = SystemTransport.shared) {
        let authority = EndpointController<OAuthError>(baseURL: TrackerServer.login, transport: transport)
        let token = RenewedToken(saved) { old in
            try await authority.token(renewing: old, at: "oauth/token", clientID: "tracker-app")
        }
        self.authority = authority
        self.token = token
        api = TrackerController(
            baseURL: TrackerServer.production, transport: transport, middleware: [RequestRetrier(), token])
        isSignedIn = saved != nil
    }

    /// Follows the token until the task is cancelled.
    ///
    /// The session also ends when the server refuses to renew the token.
    func follow() async {
        // An app also saves each new token, in the keychain.
        for await current in token.changes { isSignedIn = current != nil }
    }

    func signIn(user: String, password: String) async throws {
        token.value = try await authority.load(SignIn(user: user, password: password)).token()
    }

    func signOut() {
        token.value = nil
    }
}
