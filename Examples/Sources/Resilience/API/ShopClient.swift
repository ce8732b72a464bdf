import EndpointCache
import EndpointResilience
import Foundation

/// The controller, the token and the cache for a shop that fails, for you to copy into your program.
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
        cache = CachingTransport(SystemTransport.shared)
        // Shorter pauses than by default, so that the program ends soon.
        let rules = RetryRules(backoff: RetryBackoff(base: .milliseconds(50), longest: .milliseconds(200)))
        // All attempts of a POST share one key, and each attempt has the current token.
        api = EndpointController(
            baseURL: url, transport: cache, middleware: [IdempotencyKey(), RequestRetrier(rules), token])
    }
}
