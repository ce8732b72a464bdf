import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// The code of the section "Log in with a code" in the guide about token renewal.
@Suite("Log-in with a code", .timeLimit(.minutes(1)))
struct LogInTests {
    @Test("Is what the guide shows")
    func guide() throws {
        let repository = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let guide = repository.appending(path: "Documentation/Guides/token-renewal.md")
        let parts = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
            .components(separatedBy: "// MARK: - The guide\n\n")
        #expect(try String(contentsOf: guide, encoding: .utf8).contains("```swift\n\(try #require(parts.last))```\n"))
    }

    @Test("Asks for a code with the state and the challenge")
    func page() throws {
        // The values of RFC 7636, appendix B.
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        let url = try #require(try LogIn(state: "a b").page(challenge: challenge).request(baseURL: baseURL).url)
        let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
        let expected = [
            "response_type": "code", "client_id": "shop", "redirect_uri": "com.example.shop:/logged-in",
            "state": "a b", "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        #expect(Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value) }) == expected)
        #expect(url.path() == "/api/oauth/authorize")
    }

    @Test("Exchanges the code of the redirect for a token")
    func exchange() async throws {
        let logIn = LogIn(state: "s/+=", verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        let redirect = url("com.example.shop:/logged-in?code=SplxlOBeZQ&state=s%2F%2B%3D")
        let stub = StubTransport()
        stub.on(
            RequestMatcher(method: .post, path: "/oauth/token"),
            answer: .json(["access_token": "new", "refresh_token": "r", "scope": "books", "token_type": "Bearer"]))
        let authority = EndpointController<OAuthError>(baseURL: url("https://login.example.com/"), transport: stub)
        let token = try await authority.load(logIn.exchange(redirect)).token()
        #expect(token == AccessToken("new", refreshToken: "r", scope: "books"))
        try stub.calls[0].expectForm(
            .items([
                "grant_type": "authorization_code", "code": "SplxlOBeZQ", "redirect_uri": "com.example.shop:/logged-in",
                "client_id": "shop", "code_verifier": logIn.verifier,
            ]))
    }

    @Test(
        "Refuses a redirect that does not answer the log-in",
        arguments: [
            ("code=c&state=other", "invalid_state"), ("code=c", "invalid_state"), ("state=mine", "invalid_state"),
            ("", "invalid_state"), ("error=access_denied&state=mine", "access_denied"),
        ])
    func refusal(query: String, code: String) throws {
        let error = #expect(throws: OAuthError.self) {
            try LogIn(state: "mine").exchange(url("com.example.shop:/logged-in?\(query)"))
        }
        #expect(error?.error == code)
    }

    @Test("Makes long, random values that a verifier may have (RFC 7636, section 4.1)")
    func random() {
        let values = (0..<100).flatMap { _ in [LogIn().state, LogIn().verifier] }
        #expect(Set(values).count == 200)
        for value in values { #expect(value.count == 43 && value.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil) }
    }
}

// MARK: - The guide

/// A log-in with a code (RFC 6749, section 4.1) and a proof key (RFC 7636), until the redirect arrives.
struct LogIn {
    var redirect = "com.example.shop:/logged-in"
    var state = base64URL(randomBytes())
    var verifier = base64URL(randomBytes())

    static func randomBytes() -> Data { Data((0..<32).map { _ in UInt8.random(in: 0...255) }) }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The page on which the user logs in.
    func page(challenge: String) -> RESTEndpoint<Void> {
        let items: [URLQueryItem] = .items([
            "response_type": "code", "client_id": "shop", "redirect_uri": redirect, "state": state,
            "code_challenge": challenge, "code_challenge_method": "S256",
        ])
        return RESTEndpoint(path: "oauth/authorize", queryItems: items)
    }

    /// Exchanges the code in the URL to which the server redirected.
    func exchange(_ url: URL) throws -> RESTEndpoint<OAuthTokens> {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        // Without the state of this log-in, the code may belong to another user.
        guard value("state") == state, let code = value("code") else {
            throw OAuthError(value("error") ?? "invalid_state", description: value("error_description"))
        }
        let form = HTTPBody.form([
            "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "client_id": "shop",
            "code_verifier": verifier,
        ])
        return RESTEndpoint(
            .post, path: "oauth/token", headerFields: ["Accept": "application/json"], body: form,
            rules: EndpointRules(hasSecretBody: true))
    }
}
