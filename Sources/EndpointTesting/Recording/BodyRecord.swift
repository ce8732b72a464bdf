import EndpointController
import Foundation

/// A body as a cassette stores it, in readable form where possible.
enum BodyRecord: Equatable, Sendable {
    case json(JSON)
    case text(String)
    case data(Data)

    /// Creates a record of a body, without the secrets that `secrets` finds by name or in URLs; nil for an empty body.
    init?(_ data: Data, contentType: String?, hiding secrets: NamedSecrets) {
        if data.isEmpty { return nil }
        let type = (contentType ?? "").lowercased()
        if Self.isJSON(type),
            let record = (JSON(data) ?? Self.lenientJSON(data)).map({ .json(secrets.hidden($0)) })
                ?? secrets.hidden(inJSONLines: data).map(Self.text)
        {
            self = record
            return
        }
        let isForm = type.hasPrefix("application/x-www-form-urlencoded")
        let text = String(wholeUTF8: data)
        var shown = data
        if let multipart = MultipartBody(data, contentType: contentType) {
            shown = multipart.hiding(secrets)
        } else if text != nil || isForm || type.hasPrefix("text/") {
            // A body may be cut within a character: repair the text as UTF-8, only to collect its secrets.
            if text == nil { _ = secrets.hidden(inText: String(decoding: data, as: UTF8.self)) }
            // ISO Latin 1 has a character for each byte, so the conversion keeps all bytes.
            let encoding = text == nil ? String.Encoding.isoLatin1 : .utf8
            let text = text ?? String(data: data, encoding: encoding) ?? ""
            let hidden = isForm ? secrets.hidden(inForm: text) : secrets.hidden(inText: text)
            shown = hidden.data(using: encoding) ?? Data(hidden.utf8)
        }
        self = String(wholeUTF8: shown).map(BodyRecord.text) ?? .data(shown)
    }

    /// Parses JSON in UTF-16 and JSON with a trailing comma, both of which `JSONDecoder` accepts.
    private static func lenientJSON(_ data: Data) -> JSON? {
        guard let object = try? JSONSerialization.jsonObject(with: data), JSONSerialization.isValidJSONObject(object)
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
