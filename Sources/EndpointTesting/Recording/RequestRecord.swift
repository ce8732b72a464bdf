import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// A request as a cassette stores it, with recognised secrets hidden.
struct RequestRecord: Sendable {
    var method: String
    var url: String
    var headerFields: [String: String]
    var body: BodyRecord?

    private static let mask = SecretSearch([FieldMask.text])

    /// Creates a record of a request whose body is in `httpBody`, without its secrets.
    init(_ request: URLRequest, hiding secrets: SecretFilter) {
        // In a comparison, `***` matches any text, so write it differently where it is a part of the request.
        func literal(_ text: String) -> String { Self.mask.replaced(text, with: "%2A%2A%2A") }
        method = request.httpMethod ?? "GET"
        url = secrets.hidden(inURL: literal(request.url?.absoluteString ?? ""))
        let fields = request.allHTTPHeaderFields ?? [:]
        headerFields = secrets.hidden(inHeaderFields: fields.mapValues(literal))
        let contentType = fields.first { $0.key.lowercased() == "content-type" }?.value
        let sent = request.httpBody ?? Data()
        // A boundary has to be the same in the body and in the content type.
        let hasMask = contentType?.contains(FieldMask.text) == true
        let bytes = hasMask ? sent : Data(Self.mask.replaced(Array(sent), with: "%2A%2A%2A"))
        body = BodyRecord(bytes, contentType: contentType, hiding: secrets)
        if case .data = body,
            sent.isGzip || headerField("Content-Encoding") != nil || BodyRecord.isJSON(contentType)
        {
            // The body is probably compressed, so its secrets cannot be found. An FNV-1a hash distinguishes bodies.
            let hash: UInt64 = sent.reduce(0xCBF2_9CE4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            body = .text(FieldMask.text + String(hash, radix: 16))
        }
    }

    /// The method and the URL on one line.
    var shown: String { "\(method.visible) \(url.visible)" }

    func headerField(_ name: String) -> String? {
        headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}
