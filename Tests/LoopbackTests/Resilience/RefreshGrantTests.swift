import EndpointCompliance
import EndpointResilience
import Foundation
import Testing

/// The refresh grant of OAuth (RFC 6749, section 6) as it goes over the wire.
@Suite("OAuth refresh grant", .timeLimit(.minutes(1)))
struct RefreshGrantTests {
    private let old = AccessToken("old", refreshToken: "r+1/é=&")

    /// Starts a server that answers each request with a body and a status, and creates a controller for it.
    private func authority(
        _ body: String,
        _ status: String = "200 OK",
        decoder: JSONDecoder = .endpoint()
    ) throws -> (ScriptedServer, EndpointController<OAuthError>) {
        let server = try ScriptedServer.json(body, status)
        return (server, EndpointController(baseURL: server.url(), decoder: decoder))
    }

    @Test("Sends the refresh token and the client ID as a form")
    func form() async throws {
        let (server, authority) = try authority(#"{"access_token":"new","token_type":"Bearer"}"#)
        defer { server.stop() }
        let token = try await authority.token(renewing: old, at: "oauth/token", clientID: "my app")
        #expect(token == AccessToken("new", refreshToken: "r+1/é=&"))
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.target == "/oauth/token")
        #expect(request.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.field("Accept") == "application/json")
        #expect(request.field("Authorization") == nil)
        let form = "grant_type=refresh_token&refresh_token=r%2B1%2F%C3%A9%3D%26&client_id=my+app"
        #expect(String(decoding: request.body, as: UTF8.self) == form)
    }

    @Test("Sends the client secret only in Basic credentials, and the scope in the form")
    func secret() async throws {
        let (server, authority) = try authority(#"{"access_token":"new","token_type":"Bearer"}"#)
        defer { server.stop() }
        _ = try await authority.token(
            renewing: AccessToken("old", refreshToken: "r"), at: "token", clientID: "a:b", clientSecret: "s 3",
            scope: "read write")
        let request = try #require(server.requests.first)
        #expect(request.field("Authorization") == "Basic \(Data("a%3Ab:s+3".utf8).base64EncodedString())")
        let form = "grant_type=refresh_token&refresh_token=r&scope=read+write"
        #expect(String(decoding: request.body, as: UTF8.self) == form)
    }

    @Test(
        "Keeps the new refresh token although another member has the wrong type",
        arguments: [#""expires_in":true"#, #""expires_in":{}"#, #""token_type":1"#, #""scope":{}"#])
    func wrongTypes(_ member: String) async throws {
        let (server, authority) = try authority(#"{"access_token":"new",\#(member),"refresh_token":"r2"}"#)
        defer { server.stop() }
        let token = try await authority.token(renewing: old, at: "token")
        #expect(token.value == "new" && token.refreshToken == "r2" && token.expiresAt == nil)
    }

    @Test(
        "Reads the new refresh token and a lifetime that is a number or a string",
        arguments: ["3600", #""3600""#, "3600.9"])
    func lifetime(_ text: String) async throws {
        let (server, authority) = try authority(#"{"access_token":"new","expires_in":\#(text),"refresh_token":"r2"}"#)
        defer { server.stop() }
        let start = Date()
        let token = try await authority.token(renewing: old, at: "token")
        #expect(token.refreshToken == "r2")
        let range = start.addingTimeInterval(3_600)...Date().addingTimeInterval(3_600)
        #expect(range.contains(try #require(token.expiresAt)))
    }

    @Test(
        "Throws SessionEnded with the server's reason for a refused refresh token",
        arguments: ["invalid_grant", "bad_refresh_token", "invalid_refresh_token"],
        ["400 Bad Request", "200 OK", "401 Unauthorized"])
    func invalidGrant(_ code: String, _ status: String) async throws {
        let json = #"{"error":"\#(code)","error_description":"The token was revoked."}"#
        let (server, authority) = try authority(json, status)
        defer { server.stop() }
        let error = await #expect(throws: SessionEnded.self) { try await authority.token(renewing: old, at: "token") }
        let reason = "The authorization server answered with the error \(code): The token was revoked."
        #expect(error?.reason == reason)
        #expect(error?.localizedDescription == "The session has ended. \(reason) Log in again.")
    }

    @Test("Throws SessionEnded without a request if there is no refresh token")
    func noRefreshToken() async throws {
        let (server, authority) = try authority("{}")
        defer { server.stop() }
        await #expect(throws: SessionEnded(reason: "There is no refresh token.")) {
            try await authority.token(renewing: AccessToken("a"), at: "token")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("Keeps the scope that the server grants, otherwise the requested or the old scope")
    func scope() async throws {
        let old = AccessToken("old", refreshToken: "r", scope: "read write")
        for (member, requested, expected) in [
            (#","scope":"read""#, "read write" as String?, "read"), ("", "write", "write"), ("", nil, "read write"),
        ] {
            let (server, authority) = try authority(#"{"access_token":"new"\#(member)}"#)
            defer { server.stop() }
            #expect(try await authority.token(renewing: old, at: "token", scope: requested).scope == expected)
        }
    }

    @Test("Accepts tokens beside an empty error code")
    func emptyCode() async throws {
        let (server, authority) = try authority(#"{"access_token":"new","error":"","error_description":null}"#)
        defer { server.stop() }
        #expect(try await authority.token(renewing: old, at: "token").value == "new")
    }

    @Test(
        "Throws any other error response with its OAuth error code and its description, if it has them",
        arguments: [
            ("401 Oops", #"{"error":"invalid_client","error_description":"Unknown"}"#, "invalid_client", "Unknown"),
            ("400 Oops", #"{"error":"invalid_request","error_uri":"https://x.example"}"#, "invalid_request", nil),
            ("200 OK", #"{"error":"invalid_client"}"#, "invalid_client", nil),
            ("500 Oops", #"{"error":500,"error_description":"Try again"}"#, nil, "Try again"),
            ("503 Oops", "<html></html>", nil, nil), ("500 Oops", #"{"message":"x"}"#, nil, nil),
        ])
    func otherErrors(_ status: String, _ body: String, _ code: String?, _ description: String?) async throws {
        let (server, authority) = try authority(body, status)
        defer { server.stop() }
        let error = await #expect(throws: EndpointError<OAuthError>.self) {
            try await authority.token(renewing: old, at: "token")
        }
        #expect(error?.response?.statusCode == Int(status.prefix(3)))
        #expect(error?.serverError?.error == code)
        #expect(error?.serverError?.errorText == description)
        #expect(error?.localizedDescription.contains("r+1") == false)
    }

    @Test("Reads every member of an OAuth error and of a token with any decoder of the controller")
    func decoderOfTheController() async throws {
        let decoder = JSONDecoder.endpoint()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let json = #"{"error":"invalid_scope","error_description":"Unknown scope","error_uri":"https://x.example"}"#
        let (refusing, authority) = try authority(json, "400 Bad Request", decoder: decoder)
        defer { refusing.stop() }
        let error = await #expect(throws: EndpointError<OAuthError>.self) {
            try await authority.token(renewing: old, at: "token")
        }
        let expected = OAuthError("invalid_scope", description: "Unknown scope", uri: "https://x.example")
        #expect(error?.serverError == expected)
        let (granting, other) = try self.authority(#"{"access_token":"a","refresh_token":"r"}"#, decoder: decoder)
        defer { granting.stop() }
        #expect(try await other.token(renewing: old, at: "token") == AccessToken("a", refreshToken: "r"))
    }

    @Test("Refuses a token that is not a bearer token")
    func tokenType() async throws {
        let (server, authority) = try authority(#"{"access_token":"new","token_type":"mac"}"#)
        defer { server.stop() }
        let error = await #expect(throws: OAuthError.self) { try await authority.token(renewing: old, at: "token") }
        #expect(error?.error == "unsupported_token_type")
    }

    @Test(
        "Throws a parsing error for a response without an access token",
        arguments: ["{}", "", "[]", #"{"access_token":""}"#])
    func noToken(_ body: String) async throws {
        let (server, authority) = try authority(body)
        defer { server.stop() }
        let error = await #expect(throws: EndpointError<OAuthError>.self) {
            try await authority.token(renewing: old, at: "token")
        }
        #expect(error?.kind == .parsing)
    }
}
