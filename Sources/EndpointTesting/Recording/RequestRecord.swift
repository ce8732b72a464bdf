import EndpointController
import Foundation

/// A request as a cassette holds it, without secrets.
struct RequestRecord: Sendable {
    var method: String
    var url: String
    var headerFields: [String: String]
    var body: BodyRecord?

    /// - Parameters:
    ///   - request: The request, with its body read out.
    ///   - secrets: What is hidden by its name.
    ///   - values: What is hidden wherever it stands.
    init(_ request: URLRequest, hiding secrets: CassetteSecrets, _ values: SecretValues) {
        method = request.httpMethod ?? "GET"
        url = values.hidden(in: secrets.hidden(inURL: request.url?.absoluteString ?? ""))
        let fields = request.allHTTPHeaderFields ?? [:]
        headerFields = fields.reduce(into: [:]) { result, field in
            result[field.key] = values.hidden(in: secrets.hidden(inHeaderField: field.key, field.value))
        }
        let contentType = fields.first { $0.key.lowercased() == "content-type" }
        if let contentType {
            headerFields[contentType.key] = MultipartBody.normalized(contentType: contentType.value)
        }
        body = BodyRecord(request.httpBody ?? Data(), contentType: contentType?.value, hiding: secrets)?
            .hiding(values)
    }

    func headerField(_ name: String) -> String? {
        headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}

extension BodyRecord {
    /// The same without certain values, wherever they stand.
    func hiding(_ values: SecretValues) -> BodyRecord {
        switch self {
        case .json(let json): .json(json.mappingStrings(values.hidden(in:)))
        case .text(let text): .text(values.hidden(in: text))
        case .data(let data): .data(values.hidden(in: data))
        }
    }
}

extension JSON {
    fileprivate func mappingStrings(_ transform: (String) -> String) -> JSON {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let values): .array(values.map { $0.mappingStrings(transform) })
        case .object(let members):
            .object(
                members.reduce(into: [:]) { $0[transform($1.key)] = $1.value.mappingStrings(transform) })
        case .null, .bool, .number: self
        }
    }
}
