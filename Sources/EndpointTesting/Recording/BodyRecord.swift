@_spi(Tools) import Endpoint
import Foundation

/// A body as a cassette stores it, in readable form where possible.
enum BodyRecord: Equatable, Sendable {
    case json(JSON)
    case text(String)
    case data(Data)

    /// Creates a record of a body without its secrets; nil for an empty body.
    init?(_ data: Data, contentType: String?, hiding secrets: SecretFilter) {
        if data.isEmpty { return nil }
        let type = (contentType ?? "").lowercased()
        let isJSON = Self.isJSON(type)
        if isJSON, let json = JSON(data) ?? Self.lenientJSON(data) {
            self = .json(secrets.hidden(json))
            return
        }
        var shown = Array(data)
        if let multipart = MultipartBody(data, contentType: contentType) {
            shown = Array(multipart.hiding(secrets))
        } else if type.hasPrefix("application/x-www-form-urlencoded") {
            shown = secrets.hidden(inForm: data)
        } else if isJSON, data.contains(0), data.prefix(4).contains(where: { "{[".utf8.contains($0) }) {
            // In JSON in UTF-16 that is not valid, names are not found.
            shown = Array(FieldMask.text.utf8)
        } else if isJSON || type.hasPrefix("text/") || String(wholeUTF8: data) != nil {
            shown = secrets.hidden(inText: shown)
        }
        shown = secrets.withoutValues(shown)
        self = String(wholeUTF8: Data(shown)).map(BodyRecord.text) ?? .data(Data(shown))
    }

    /// Parses JSON in UTF-16 and JSON with a trailing comma, both of which `JSONDecoder` accepts.
    private static func lenientJSON(_ data: Data) -> JSON? {
        guard !Redaction.isTooDeep(json: Array(data)[...]), let object = try? JSONSerialization.jsonObject(with: data),
            JSONSerialization.isValidJSONObject(object)
        else { return nil }
        return (try? JSONSerialization.data(withJSONObject: object)).flatMap { JSON($0) }
    }

    /// Indicates whether a content type is a JSON type; ignores parameters, because a profile may contain `json`.
    static func isJSON(_ contentType: String?) -> Bool {
        contentType?.lowercased().prefix { $0 != ";" }.contains("json") == true
    }

    var bytes: Data {
        switch self {
        case .json(let json): Data(json.text.utf8)
        case .text(let text): Data(text.utf8)
        case .data(let data): data
        }
    }
}
