import Crypto
import EndpointController
import Foundation

/// A signature of AWS Signature Version 4, with the texts from which it is made.
struct AWSSignature {
    /// The format of a time, such as `20150830T123600Z`.
    static let timestamp = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

    let canonicalRequest: String
    let stringToSign: String
    let hex: String
    let authorization: String

    /// Signs a request; the names of `fields` are in lower case.
    init(
        of request: URLRequest, _ fields: [String: String], _ payloadHash: String, _ time: String, _ keys: AWSKeys,
        _ service: AWSService
    ) {
        let (_, path, query) = request.target
        let items = query.formItems.map { ($0.percentEncoded(), $1.percentEncoded()) }.sorted { $0 < $1 }
        let canonicalQuery = items.map { "\($0)=\($1)" }.joined(separator: "&")
        let names = fields.keys.sorted()
        let signedFields = names.joined(separator: ";")
        let lines = names.map { "\($0):\(fields[$0, default: ""].withSingleSpaces)" } + ["", signedFields, payloadHash]
        let head = [request.httpMethod ?? "GET", service.canonicalPath(path), canonicalQuery]
        canonicalRequest = (head + lines).joined(separator: "\n")
        let hash = SHA256.hash(data: Data(canonicalRequest.utf8)).hex
        let scope = service.scope(at: time)
        stringToSign = ["AWS4-HMAC-SHA256", time, scope, hash].joined(separator: "\n")
        let secret = SymmetricKey(data: Data("AWS4\(keys.secretAccessKey)".utf8))
        let key = scope.split(separator: "/").reduce(secret) { key, part in
            SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        hex = HMAC<SHA256>.authenticationCode(for: Data(stringToSign.utf8), using: key).hex
        let credential = "Credential=\(keys.accessKeyID)/\(scope)"
        authorization = "AWS4-HMAC-SHA256 \(credential), SignedHeaders=\(signedFields), Signature=\(hex)"
    }
}

extension Sequence<UInt8> {
    var hex: String { map { String(format: "%02x", $0) }.joined() }
}

extension String {
    fileprivate var withSingleSpaces: String {
        String(decoding: Array(utf8.split(separator: UInt8(ascii: " ")).joined(separator: " ".utf8)), as: UTF8.self)
    }
}
