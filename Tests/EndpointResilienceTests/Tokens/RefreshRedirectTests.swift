import EndpointResilience
import Foundation
import TestSupport
import Testing

@Suite("Redirects of the refresh grant", .timeLimit(.minutes(1)))
struct RefreshRedirectTests {
    @Test("Sends the refresh token to its own origin, and never to another", arguments: [301, 302, 303, 307, 308])
    func otherOrigin(status: Int) async throws {
        let asked = Collected<String>()
        let transport = Answering { request in
            let url = request.url?.absoluteString ?? ""
            asked.append(url)
            switch url {
            case "https://login.example.com/token":
                return answer(to: request, status, fields: ["Location": "/v2/token"])
            case "https://login.example.com/v2/token":
                return answer(to: request, status, fields: ["Location": "https://other.example.com/token"])
            default:
                return answer(to: request, chunks: [#"{"access_token":"theirs","token_type":"Bearer"}"#])
            }
        }
        let authority = EndpointController<OAuthError>(
            baseURL: URL(string: "https://login.example.com/"), transport: transport)
        let error = await #expect(throws: EndpointError<OAuthError>.self) {
            try await authority.token(renewing: AccessToken("old", refreshToken: "r3fresh"), at: "token")
        }
        #expect(asked.all == ["https://login.example.com/token", "https://login.example.com/v2/token"])
        guard case .redirectNotFollowed(_, .secretBody("https://other.example.com/token")) = error else {
            throw try #require(error)
        }
    }
}
