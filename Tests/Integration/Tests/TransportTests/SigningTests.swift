import EndpointCompliance
import EndpointResilience
import Foundation
import Testing
import Transports

/// Tests that middleware that sees each request signs what the transport sends.
///
/// The tests of the example SigningRequests use a real signature.
@Suite(.timeLimit(.minutes(1))) struct SigningTests {
    /// Signs each request with a new number.
    private struct Signer: EndpointMiddleware {
        let numbers = Counter()

        var seesEachRequest: Bool { true }

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            var request = request
            let url = request.url?.absoluteString.dropFirst("http://".count) ?? ""
            let (host, target) = (url.prefix { $0 != "/" }, url.drop { $0 != "/" })
            var body = Data()
            try await request.readBody { body += $0 }
            let number = "\(numbers.next())"
            request.setValue(number, forHTTPHeaderField: "X-Number")
            let signature = signature(number, request.httpMethod ?? "", String(host), String(target), body)
            request.setValue(signature, forHTTPHeaderField: "X-Signature")
            return try await next(request)
        }
    }

    @Test("Signs a retry, a redirect and a redirect to another origin", arguments: CheckedTransport.ours)
    func everyRequest(_ checked: CheckedTransport) async throws {
        let stranger = try ScriptedServer { _, connection in connection.respond() }
        defer { stranger.stop() }
        let elsewhere = stranger.url("c%2B?d=%20").absoluteString
        let count = Counter()
        let server = try ScriptedServer { _, connection in
            switch count.next() {
            case 1: connection.respond("503 Service Unavailable")
            case 2: connection.respond("307 Temporary Redirect", ["Location: /b//x?y=/&z"])
            default: connection.respond("307 Temporary Redirect", ["Location: \(elsewhere)"])
            }
        }
        defer { server.stop() }
        let text = String(repeating: "text", count: 50_000)
        let body = HTTPBody.stream(length: Int64(text.utf8.count)) { InputStream(data: Data(text.utf8)) }
        // The retrier does not pause.
        let api = Controller(
            baseURL: server.url(), transport: checked.transport,
            middleware: [RequestRetrier(random: { 0 }), Signer()])
        try await api.load(RESTEndpoint<Void>(.put, path: "ä/\(segment: "a b+:")", body: body))

        let requests = server.requests + stranger.requests
        #expect(requests.map { $0.field("X-Number") } == ["1", "2", "3", "4"])
        #expect(requests.map(\.target) == ["/%C3%A4/a%20b%2B:", "/%C3%A4/a%20b%2B:", "/b//x?y=/&z", "/c%2B?d=%20"])
        for request in requests {
            let (number, host) = (request.field("X-Number") ?? "", request.field("Host") ?? "")
            #expect(request.body.count == text.utf8.count)
            let expected = signature(number, request.method, host, request.target, request.body)
            #expect(request.field("X-Signature") == expected)
        }
    }
}

/// A keyed hash, FNV-1a, in place of HMAC.
private func signature(
    _ number: String, _ method: String, _ host: String, _ target: String, _ body: some Sequence<UInt8>
) -> String {
    let bytes = Array("key \(number) \(method) \(host) \(target) ".utf8) + body
    return String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
}
