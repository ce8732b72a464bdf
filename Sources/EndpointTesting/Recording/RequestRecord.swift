import EndpointController
import Foundation

/// A request as a cassette stores it, with recognised secrets hidden.
struct RequestRecord: Sendable {
    var method: String
    var url: String
    var headerFields: [String: String]
    var body: BodyRecord?

    /// Creates a record of a request whose body is in `httpBody`, without the secrets that are recognised by name or in
    /// URLs.
    init(_ request: URLRequest, hiding secrets: NamedSecrets) {
        // In a comparison, `***` matches any text, so write it differently where it is a part of the request.
        let literal = ByteReplacement([Credentials.mask], with: "%2A%2A%2A")
        method = request.httpMethod ?? "GET"
        url = secrets.hidden(inURL: literal.applied(to: request.url?.absoluteString ?? ""))
        let fields = request.allHTTPHeaderFields ?? [:]
        headerFields = secrets.hidden(inHeaderFields: fields.mapValues(literal.applied))
        let contentType = fields.first { $0.key.lowercased() == "content-type" }?.value
        var bytes = Array(request.httpBody ?? Data())
        // A boundary has to be the same in the body and in the content type.
        if contentType?.contains(Credentials.mask) != true { bytes = literal.applied(to: bytes) }
        body = BodyRecord(Data(bytes), contentType: contentType, hiding: secrets)
        if case .data = body, BodyRecord.isJSON(contentType) || headerField("Content-Encoding") != nil {
            // The body is probably compressed, so its secrets cannot be found. An FNV-1a hash distinguishes bodies.
            let hash: UInt64 = (request.httpBody ?? Data()).reduce(0xCBF2_9CE4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            body = .text(Credentials.mask + String(hash, radix: 16))
        }
    }

    /// The method and the URL on one line.
    var shown: String { "\(method.visible) \(url.visible)" }

    func headerField(_ name: String) -> String? {
        headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}
