import Endpoint
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
            let record = JSON(data).map({ .json(secrets.hidden($0)) })
                ?? secrets.hidden(inJSONLines: data).map(Self.text)
        {
            self = record
            return
        }
        let text = String(wholeUTF8: data)
        var shown = data
        if let multipart = MultipartBody(data, contentType: contentType) {
            shown = multipart.hiding(secrets)
        } else if type.hasPrefix("application/x-www-form-urlencoded") {
            // ISO Latin 1 has a character for each byte, so the conversion keeps all bytes.
            let form = text ?? String(data: data, encoding: .isoLatin1) ?? ""
            shown = secrets.hidden(inForm: form).data(using: text == nil ? .isoLatin1 : .utf8) ?? Data()
        } else if let text {
            shown = Data(secrets.hidden(inText: text).utf8)
        } else if type.hasPrefix("text/"), let text = String(data: data, encoding: .isoLatin1) {
            // A stream may end within a character of UTF-8, so also find the secrets in the text before its end.
            _ = secrets.hidden(inText: String(decoding: data, as: UTF8.self))
            let hidden = secrets.hidden(inText: text)
            shown = hidden.data(using: .isoLatin1) ?? Data(hidden.utf8)
        }
        self = String(wholeUTF8: shown).map(BodyRecord.text) ?? .data(shown)
    }

    /// Indicates whether a content type is a JSON type; ignores parameters, because a profile may contain the word too.
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
