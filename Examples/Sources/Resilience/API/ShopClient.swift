import EndpointResilience
import Foundation

/// A controller that gets over what the shop does, and its parts: what to copy into a program of yours.
struct ShopClient {
    let token: RenewedToken
    let cache: CachingTransport
    let api: EndpointController<ProblemDetails>

    init(server: ShopServer, token stored: AccessToken) throws {
        let url = try server.url
        let authority = EndpointController<OAuthError>(baseURL: url)
        token = RenewedToken(stored) { old in
            try await authority.token(renewing: old, at: "token", clientID: "example")
        }
        cache = CachingTransport(URLSessionTransport.shared)
        // Shorter pauses than by default, so that the program ends soon.
        let rules = RetryRules(throttledBackoff: RetryBackoff(base: .milliseconds(200)))
        // Each POST has a key that all of its attempts share, and each attempt the token of its time.
        api = EndpointController(
            baseURL: url, transport: cache, middleware: [IdempotencyKey(), RequestRetrier(rules), token])
    }
}
