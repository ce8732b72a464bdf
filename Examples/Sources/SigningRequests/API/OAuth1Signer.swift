import Crypto
import EndpointController
import Foundation

/// Signs requests with HMAC-SHA1 (OAuth 1.0a, RFC 5849).
struct OAuth1Signer: Sendable {
    var consumerKey: String
    var consumerSecret: String
    var token: String
    var tokenSecret: String
    var now: @Sendable () -> Date = { Date() }
    var nonce: @Sendable () -> String = { UUID().uuidString }

    @Sendable func sign(_ request: URLRequest) async throws -> URLRequest {
        let parameters = [
            ("oauth_consumer_key", consumerKey), ("oauth_token", token), ("oauth_signature_method", "HMAC-SHA1"),
            ("oauth_timestamp", "\(Int(now().timeIntervalSince1970))"), ("oauth_nonce", nonce()),
        ]
        var form = Data()
        let type = request.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") { try await request.readBody { form += $0 } }
        let (host, path, query) = request.target
        let items = "\(query)&\(String(decoding: form, as: UTF8.self))".replacing("+", with: "%20").formItems
        let sorted = (parameters + items).map { ($0.percentEncoded(), $1.percentEncoded()) }.sorted { $0 < $1 }
        let address = "\(request.url?.scheme ?? "https")://\(host)".lowercased() + path
        let base = [request.httpMethod ?? "GET", address, sorted.map { "\($0)=\($1)" }.joined(separator: "&")]
        let text = base.map { $0.percentEncoded() }.joined(separator: "&")
        let key = SymmetricKey(data: Data("\(consumerSecret.percentEncoded())&\(tokenSecret.percentEncoded())".utf8))
        let code = Data(HMAC<Insecure.SHA1>.authenticationCode(for: Data(text.utf8), using: key))
        let fields = parameters + [("oauth_signature", code.base64EncodedString())]
        let list = fields.map { "\($0)=\"\($1.percentEncoded())\"" }.joined(separator: ", ")
        var request = request
        request.setValue("OAuth \(list)", forHTTPHeaderField: "Authorization")
        return request
    }
}
