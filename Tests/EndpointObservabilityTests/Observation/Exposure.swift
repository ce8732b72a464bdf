#if Logging || Metrics || Tracing
import EndpointController
import TestSupport
import Foundation
import Testing

/// An exchange that holds a secret somewhere.
struct Exposure: CustomTestStringConvertible, Sendable {
    /// The secret that must not appear anywhere.
    static let secret = "s3cretValue"

    let testDescription: String
    var url = "https://example.com/users?page=2"
    var requestFields: [String: String] = [:]
    var requestBody: String?
    var statusCode = 200
    var responseFields: [String: String] = [:]
    var responseChunks: [String] = []
    /// The text of an error: thrown at the end of the body, or instead of a response if `hasResponse` is false.
    var error: String?
    var hasResponse = true

    private struct Complaint: LocalizedError {
        let errorDescription: String?
    }

    var endpoint: Given {
        get throws {
            var endpoint = try Given(url: url, method: requestBody == nil ? "GET" : "POST")
            for (name, value) in requestFields { endpoint.request.setValue(value, forHTTPHeaderField: name) }
            endpoint.request.httpBody = requestBody.map { Data($0.utf8) }
            return endpoint
        }
    }

    private var transport: Answering {
        Answering { request in
            let complaint = error.map { Complaint(errorDescription: $0) }
            guard hasResponse else { throw EndpointTransportError.unreachable(try #require(complaint)) }
            return answer(
                to: request, statusCode, fields: responseFields, chunks: responseChunks,
                end: complaint.map { .truncated($0) })
        }
    }

    /// Loads the endpoint, and ignores the outcome.
    func load(with middleware: some EndpointMiddleware) async throws {
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport, middleware: [middleware])
        _ = try? await controller.load((try endpoint).parsed(by: .response))
    }
}

extension Exposure {
    static var all: [Exposure] { inRequests + inBodies + inResponses + inErrors }

    private static var inRequests: [Exposure] {
        [
            "Authorization": "Bearer \(secret)", "authorization": "Basic \(secret)", "AUTHORIZATION": secret,
            "Proxy-Authorization": "Digest response=\"\(secret)\"", "Cookie": "id=\(secret); theme=dark",
            "X-API-Key": secret, "X-Auth-Token": secret, "X-Amz-Security-Token": secret,
            "Referer": "https://example.com/?access_token=\(secret)", "X-Session-ID": secret,
        ].map { Exposure(testDescription: "the field \($0)", requestFields: [$0: $1]) }
            + [
                "https://example.com/?access_token=\(secret)", "https://example.com/?page=1&api_key=\(secret)&x=2",
                "https://ada:\(secret)@example.com/", "https://\(secret)@example.com/",
                "https://example.com/#id_token=\(secret)", "https://example.com/?access%5Ftoken=\(secret)",
                "https://example.com/?back=https%3A%2F%2Fexample.com%2F%3Ftoken%3D\(secret)",
            ].map { Exposure(testDescription: $0.replacingOccurrences(of: secret, with: "…"), url: $0) }
    }

    private static let json = #"{"name":"Ada","session":{"password":"\#(secret)"}}"#
    private static let form = "user=ada&password=\(secret)"
    private static let jsonType = ["Content-Type": "application/json"]
    private static let formType = ["Content-Type": "application/x-www-form-urlencoded"]
    private static let textType = ["Content-Type": "text/plain"]
    /// A body that is longer than the logged part, which holds the secret.
    private static let longJSON = #"{"password":"\#(secret)","text":"\#(String(repeating: "x", count: 20_000))"}"#
    private static let longForm = form + "&text=" + String(repeating: "x", count: 20_000)

    private static var inBodies: [Exposure] {
        [
            ("JSON", jsonType, json), ("a form", formType, form), ("long JSON", jsonType, longJSON),
            ("a long form", formType, longForm), ("JSON called text", textType, " \n" + json),
            ("long JSON called text", textType, longJSON), ("JSON called nothing", [:], "\u{FEFF}" + json),
        ].flatMap { name, fields, body in
            [
                Exposure(testDescription: "\(name) sent", requestFields: fields, requestBody: body),
                Exposure(testDescription: "\(name) received", responseFields: fields, responseChunks: [body]),
                Exposure(
                    testDescription: "\(name) received in chunks", responseFields: fields,
                    responseChunks: body.split(separator: "s3", maxSplits: 1).enumerated().map {
                        ($0.offset == 0 ? "" : "s3") + String($0.element)
                    }),
                Exposure(
                    testDescription: "\(name) that broke off", responseFields: fields,
                    responseChunks: [String(body.prefix(200).dropLast(2))], error: "gone"),
            ]
        }
    }

    private static var inResponses: [Exposure] {
        [
            "Set-Cookie": "id=\(secret); Secure", "Location": "https://example.com/?code=\(secret)",
            "X-Auth-Token": secret, "Link": "<https://example.com/?token=\(secret)>; rel=next",
            "Authentication-Info": "nextnonce=\"\(secret)\"",
        ].flatMap { name, value in
            [200, 302, 500].map {
                Exposure(testDescription: "\($0) with \(name)", statusCode: $0, responseFields: [name: value])
            }
        }
    }

    private static var inErrors: [Exposure] {
        let text = "No route to https://ada:\(secret)@example.com/?access_token=\(secret)."
        return [false, true].map {
            Exposure(
                testDescription: "an error with an address\($0 ? " after the head" : "")", error: text, hasResponse: $0)
        }
    }
}
#endif
