import Crypto
import EndpointController
import FlyingFox
import Foundation

/// Verifies signatures as a service of AWS does: it signs the request as it arrived, and compares.
struct SignatureVerifier {
    let keys: AWSKeys
    let service: AWSService
    let now: Date

    func verdict(on request: HTTPRequest, body: Data) -> Verdict {
        guard let authorization = request.headers[.authorization] else { return .unsigned }
        let time = request.headers[HTTPHeader("X-Amz-Date")] ?? ""
        guard let date = try? AWSSignature.timestamp.parse(time), abs(date.timeIntervalSince(now)) <= 300 else {
            return .refused("RequestTimeTooSkewed")
        }
        let hash = SHA256.hash(data: body).hex
        guard request.headers[HTTPHeader("X-Amz-Content-Sha256")] == hash else {
            return .refused("XAmzContentSHA256Mismatch")
        }
        let names = authorization.firstMatch(of: /SignedHeaders=([^,]*)/).map { $0.1.split(separator: ";") } ?? []
        guard names.contains("host"), names.contains("x-amz-date"), names.contains("x-amz-content-sha256"),
            let url = URL(string: "http://\(request.headers[.host] ?? "")\(request.target.rawValue)")
        else { return .refused("AccessDenied") }
        var arrived = URLRequest(url: url)
        arrived.httpMethod = request.method.rawValue
        let fields = names.map { (String($0), request.headers[HTTPHeader(String($0))] ?? "") }
        let expected = AWSSignature(of: arrived, Dictionary(fields) { $1 }, hash, time, keys, service)
        return authorization == expected.authorization ? .verified : .refused("SignatureDoesNotMatch")
    }
}
