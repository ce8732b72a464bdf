import EndpointController
import Foundation

extension AWSSigner {
    /// Returns a URL that is valid for one method, for at most a week; by default for an hour.
    func presignedURL(_ url: URL, method: String = "GET", seconds: Int = 3600) async throws -> URL {
        let (keys, time) = try await (keys(), now().formatted(AWSSignature.timestamp))
        var request = URLRequest(url: url)
        request.httpMethod = method
        let (host, _, query) = request.target
        var items = query.isEmpty ? [] : [query]
        items.append("X-Amz-Algorithm=AWS4-HMAC-SHA256")
        items.append("X-Amz-Credential=" + "\(keys.accessKeyID)/\(service.scope(at: time))".percentEncoded())
        items += ["X-Amz-Date=\(time)", "X-Amz-Expires=\(seconds)", "X-Amz-SignedHeaders=host"]
        if let token = keys.sessionToken { items.append("X-Amz-Security-Token=" + token.percentEncoded()) }
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        components?.percentEncodedQuery = items.joined(separator: "&")
        request.url = components?.url
        let signature = AWSSignature(of: request, ["host": host], "UNSIGNED-PAYLOAD", time, keys, service)
        components?.percentEncodedQuery = (items + ["X-Amz-Signature=\(signature.hex)"]).joined(separator: "&")
        return components?.url ?? url
    }
}
