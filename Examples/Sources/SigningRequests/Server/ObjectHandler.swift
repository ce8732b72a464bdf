import FlyingFox
import Foundation
import Loopback

/// A server of objects that answers only requests with a valid signature.
struct ObjectHandler: HTTPHandler {
    let name: String
    let store: ObjectStore

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.bodyData
        let now = await store.now
        let verifier = SignatureVerifier(keys: ObjectClient.keys, service: .s3(region: "eu-central-1"), now: now)
        let verdict = verifier.verdict(on: request, body: body)
        var response = await response(to: request, body, verdict)
        response.headers[.date] = Self.text(of: now)
        let visit = Visit(
            server: name, method: request.method.rawValue, target: request.target.rawValue,
            authorization: request.headers[.authorization], verdict: verdict, statusCode: response.statusCode.code)
        await store.note(visit)
        return response
    }

    private func response(to request: HTTPRequest, _ body: Data, _ verdict: Verdict) async -> HTTPResponse {
        guard verdict == .verified else { return HTTPResponse(statusCode: .forbidden) }
        if await store.takeFailure() { return HTTPResponse(statusCode: .serviceUnavailable) }
        let path = request.target.path()
        if let location = await store.location(of: path) {
            let fields: HTTPHeaders = [.location: location]
            return HTTPResponse(statusCode: .temporaryRedirect, headers: fields)
        }
        if request.method == .PUT {
            await store.put(body, at: path)
            return HTTPResponse(statusCode: .noContent)
        }
        guard let object = await store.object(path) else { return HTTPResponse(statusCode: .notFound) }
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "text/plain"], body: object)
    }

    /// Returns a date in the format of HTTP (RFC 9110, section 5.6.7).
    private static func text(of date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: date)
    }
}
