// FlyingFox and EndpointController both have an `HTTPMethod`, so no file imports both.
import FlyingFox
import Foundation
import Loopback

/// A server that is overloaded now and then, whose tokens expire, and which says what may be cached.
struct ShopHandler: HTTPHandler {
    let store: ShopStore

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.path == "/token" { return try await renew(request) }
        guard await store.accepts(request.headers[.authorization]) else {
            let fields: HTTPHeaders = [HTTPHeader("WWW-Authenticate"): #"Bearer error="invalid_token""#]
            return HTTPResponse(statusCode: .unauthorized, headers: fields)
        }
        // An order is carried out before its response gets lost.
        let response = try await response(to: request)
        guard let failure = await store.nextFailure() else { return response }
        let fields: HTTPHeaders = failure == 503 ? [HTTPHeader("Retry-After"): "1"] : [:]
        return HTTPResponse(statusCode: HTTPStatusCode(failure, phrase: "Failure"), headers: fields)
    }

    private func response(to request: HTTPRequest) async throws -> HTTPResponse {
        switch request.path {
        case "/stock": return try await stock(request)
        case "/orders": return try await place(request)
        default:
            let id = Int(request.path.split(separator: "/").last ?? "") ?? 0
            var response = try HTTPResponse.json(Book(id: id, title: "Volume \(id)"))
            response.headers[HTTPHeader("Cache-Control")] = "max-age=60"
            return response
        }
    }

    /// The stock may change at any time, so a cache has to revalidate each response.
    private func stock(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (count, tag) = await store.stockWithTag
        let fields: HTTPHeaders = [HTTPHeader("Cache-Control"): "no-cache", .eTag: tag]
        if request.headers[HTTPHeader("If-None-Match")] == tag {
            await store.noteUnchanged()
            return HTTPResponse(statusCode: .notModified, headers: fields)
        }
        var response = try HTTPResponse.json(count)
        for (name, value) in fields { response.headers[name] = value }
        return response
    }

    private func place(_ request: HTTPRequest) async throws -> HTTPResponse {
        let order = try JSONDecoder().decode(Order.self, from: await request.bodyData)
        let placed = await store.place(order, key: request.headers[HTTPHeader("Idempotency-Key")])
        return try .json(placed, statusCode: .created)
    }

    /// Answers a refresh grant of OAuth (RFC 6749, section 6).
    private func renew(_ request: HTTPRequest) async throws -> HTTPResponse {
        var form = URLComponents()
        form.percentEncodedQuery = String(decoding: try await request.bodyData, as: UTF8.self)
        let refreshToken = form.queryItems?.first { $0.name == "refresh_token" }?.value
        // Long enough for the calls that are refused meanwhile to wait for the same renewal.
        try await Task.sleep(for: .milliseconds(200))
        guard await store.renew(with: refreshToken) else {
            return try .json(["error": "invalid_grant"], statusCode: .badRequest)
        }
        return try .json([
            "access_token": await store.accessToken, "refresh_token": await store.refreshToken, "token_type": "Bearer",
        ])
    }
}
