import EndpointResilience
import Foundation
import Measuring

/// Calls that need no retry and no new token, with and without middleware for both.
enum Calls {
    private struct GetUser: APIEndpointType {
        var method: HTTPMethod { .get }
        var relativeURLString: String { "users/867" }
    }

    static func measure(_ rounds: Rounds) async throws {
        let expiry = Date(timeIntervalSinceNow: 86_400)
        let token = RenewedToken(AccessToken("0123456789abcdef", refreshToken: "f", expiresAt: expiry)) { $0 }
        let ways = [
            way("a call"), way("BearerToken", [BearerToken("0123456789abcdef")]),
            way("RequestRetrier", [RequestRetrier()]), way("RenewedToken", [token]),
            way("RequestRetrier, BearerToken", [RequestRetrier(), BearerToken("0123456789abcdef")]),
            way("RequestRetrier, RenewedToken", [RequestRetrier(), token]),
            way("RequestRetrier, RenewedToken without a token", [RequestRetrier(), RenewedToken(nil) { $0 }]),
        ]
        for series in try await rounds.time("a call", calls: 2_000, ways) { try series.write() }
    }

    private static func way(_ name: String, _ middleware: [any EndpointMiddleware] = []) -> AsyncWay {
        let api = EndpointController(
            baseURL: URL(string: "https://api.example.com/"), transport: Memory(), middleware: middleware)
        return AsyncWay(name) { try await api.load(GetUser().parsed(by: .none)) }
    }
}
