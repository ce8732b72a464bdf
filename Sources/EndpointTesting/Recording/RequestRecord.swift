import Endpoint
import EndpointController
import Foundation

/// A request as a cassette stores it, without secrets.
struct RequestRecord: Sendable {
    var method: String
    var url: String
    var headerFields: [String: String]
    var body: BodyRecord?

    /// - Parameters:
    ///   - request: The request, with its body in `httpBody`.
    ///   - secrets: The secrets to recognise by their names.
    ///   - values: The values to hide wherever they occur.
    init(_ request: URLRequest, hiding secrets: CassetteSecrets, _ values: SecretValues.Hiding) {
        // In a comparison, `***` matches any text, so write it differently where it is a part of the request.
        let literal = ByteReplacement([Credentials.mask], with: "%2A%2A%2A")
        method = request.httpMethod ?? "GET"
        url = values.hidden(in: secrets.hidden(inURL: literal.applied(to: request.url?.absoluteString ?? "")))
        let fields = request.allHTTPHeaderFields ?? [:]
        let contentType = fields.first { $0.key.lowercased() == "content-type" }
        headerFields = fields.hiding(values.hidden(inName:)) { name, value in
            let value = name == contentType?.key ? MultipartBody.normalized(contentType: value) : value
            return values.hidden(in: secrets.hidden(inHeaderField: name, literal.applied(to: value)))
        }
        var bytes = Array(request.httpBody ?? Data())
        // A boundary has to be the same in the body and in the content type.
        if contentType?.value.contains(Credentials.mask) != true { bytes = literal.applied(to: bytes) }
        body = BodyRecord(Data(bytes), contentType: contentType?.value, hiding: secrets)?.hiding(values)
        if case .data = body, BodyRecord.isJSON(contentType?.value) || headerField("Content-Encoding") != nil {
            // The body is probably compressed, so its secrets cannot be found. An FNV-1a hash still distinguishes bodies.
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

extension BodyRecord {
    func hiding(_ values: SecretValues.Hiding) -> BodyRecord {
        switch self {
        case .json(let json): .json(json.hiding(values))
        case .text(let text): .text(values.hidden(in: text))
        case .data(let data): .data(values.hidden(in: data))
        }
    }
}

extension JSON {
    fileprivate func hiding(_ values: SecretValues.Hiding) -> JSON {
        switch self {
        case .string(let text): .string(values.hidden(in: text))
        case .number(let number): .number(values.hidden(inNumber: number))
        case .array(let elements): .array(elements.map { $0.hiding(values) })
        case .object(let members): .object(members.hiding(values.hidden(inKey:)) { $1.hiding(values) })
        case .null, .bool: self
        }
    }
}

extension Dictionary where Key == String {
    /// Hides secrets in the names and values; adds a number to a name that would occur twice.
    func hiding(_ name: (String) -> String, _ value: (String, Value) -> Value) -> [String: Value] {
        // Sort the names, so that an unchanged request always gets the same numbers.
        sorted { $0.key < $1.key }.reduce(into: [:]) { result, member in
            let hidden = name(member.key)
            var (unique, number) = (hidden, 1)
            while result[unique] != nil {
                number += 1
                unique = "\(hidden)-\(number)"
            }
            result[unique] = value(member.key, member.value)
        }
    }
}
