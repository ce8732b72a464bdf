import Endpoint
import EndpointController
import Foundation

/// A body as a cassette stores it, in readable form where possible.
enum BodyRecord: Equatable, Sendable {
    case json(JSON)
    case text(String)
    case data(Data)

    /// Creates a record of a body, without the secrets that `secrets` finds by name or in URLs; nil for an empty body.
    init?(_ data: Data, contentType: String?, hiding secrets: CassetteSecrets) {
        if data.isEmpty { return nil }
        let type = (contentType ?? "").lowercased()
        if type.contains("json") {
            self = JSON(data).map { .json(secrets.hidden($0)) } ?? .text(secrets.hidden(inJSONLines: data))
        } else if let multipart = MultipartBody(data, contentType: contentType) {
            let hidden = multipart.hiding(secrets)
            self = String(wholeUTF8: hidden).map(BodyRecord.text) ?? .data(hidden)
        } else if let text = String(wholeUTF8: data) {
            let isForm = type.hasPrefix("application/x-www-form-urlencoded")
            self = .text(isForm ? secrets.hidden(inForm: text) : secrets.hidden(inText: text))
        } else {
            self = .data(data)
        }
    }

    var bytes: Data {
        switch self {
        case .json(let json): Data(json.text.utf8)
        case .text(let text): Data(text.utf8)
        case .data(let data): data
        }
    }
}
