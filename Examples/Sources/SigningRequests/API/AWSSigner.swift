import Crypto
import EndpointController
import Foundation

/// Signs requests to a service of AWS (AWS Signature Version 4).
struct AWSSigner: Sendable {
    var service: AWSService
    /// Returns the current keys.
    var keys: @Sendable () async throws -> AWSKeys
    var now: @Sendable () async -> Date = { Date() }

    /// Fields that clients or proxies add or change.
    private static let unsigned: Set = ["authorization", "connection", "expect", "user-agent", "x-amzn-trace-id"]

    @Sendable func sign(_ request: URLRequest) async throws -> URLRequest {
        let (keys, time) = try await (keys(), now().formatted(AWSSignature.timestamp))
        var request = request
        request.setValue(time, forHTTPHeaderField: "X-Amz-Date")
        if let token = keys.sessionToken { request.setValue(token, forHTTPHeaderField: "X-Amz-Security-Token") }
        var payloadHash = request.value(forHTTPHeaderField: "X-Amz-Content-Sha256") ?? ""
        if payloadHash.isEmpty {
            var hash = SHA256()
            try await request.readBody { hash.update(data: $0) }
            payloadHash = hash.finalize().hex
            if service.sendsPayloadHash { request.setValue(payloadHash, forHTTPHeaderField: "X-Amz-Content-Sha256") }
        }
        var fields = ["host": request.target.host]
        for (name, value) in request.allHTTPHeaderFields ?? [:] where !Self.unsigned.contains(name.lowercased()) {
            fields[name.lowercased()] = value
        }
        let signature = AWSSignature(of: request, fields, payloadHash, time, keys, service)
        request.setValue(signature.authorization, forHTTPHeaderField: "Authorization")
        return request
    }
}
