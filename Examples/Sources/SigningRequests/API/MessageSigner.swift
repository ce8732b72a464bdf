import Crypto
import EndpointController
import Foundation

/// Signs requests with a shared key (HTTP Message Signatures, RFC 9421).
struct MessageSigner: Sendable {
    var keyID: String
    var key: SymmetricKey
    var now: @Sendable () -> Date = { Date() }

    @Sendable func sign(_ request: URLRequest) async throws -> URLRequest {
        var hash = SHA256()
        try await request.readBody { hash.update(data: $0) }
        let digest = "sha-256=:\(Data(hash.finalize()).base64EncodedString()):"
        let (host, path, query) = request.target
        let (input, signature) = signature(
            of: [
                ("@method", request.httpMethod ?? "GET"), ("@authority", host.lowercased()), ("@path", path),
                ("@query", "?\(query)"), ("content-digest", digest),
            ],
            parameters: ";created=\(Int(now().timeIntervalSince1970));keyid=\"\(keyID)\"")
        var request = request
        request.setValue(digest, forHTTPHeaderField: "Content-Digest")
        request.setValue("sig1=\(input)", forHTTPHeaderField: "Signature-Input")
        request.setValue("sig1=:\(signature):", forHTTPHeaderField: "Signature")
        return request
    }

    func signature(of components: [(String, String)], parameters: String) -> (input: String, signature: String) {
        let input = "(\(components.map { "\"\($0.0)\"" }.joined(separator: " ")))\(parameters)"
        let lines = components.map { "\"\($0)\": \($1)" } + ["\"@signature-params\": \(input)"]
        let code = HMAC<SHA256>.authenticationCode(for: Data(lines.joined(separator: "\n").utf8), using: key)
        return (input, Data(code).base64EncodedString())
    }
}
