import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// The text of a response, with secrets hidden.
enum ResponseDump {
    /// Returns a line with the status, and a line for each header field.
    static func head(_ head: EndpointResponseHead, _ next: EndpointNext, _ redaction: Redaction) -> String {
        let reason = HTTPURLResponse.localizedString(forStatusCode: head.statusCode)
        let fields = head.headerFields.map { name, value in
            "\(name.visible): \(next.shown(value, ofField: name, redaction))"
        }
        return (["\(head.statusCode) \(reason)"] + fields.sorted()).joined(separator: "\n")
    }

    /// A body that is shown when all of it has arrived.
    struct Body {
        let contentType: String
        let limit: Int
        let redaction: Redaction
        private var data = Data()
        private var count: Int64 = 0

        init(contentType: String, limit: Int, _ redaction: Redaction) {
            self.contentType = contentType
            self.limit = limit
            self.redaction = redaction
        }

        mutating func append(_ chunk: Data) {
            count += Int64(chunk.count)
            if count <= limit { data.append(chunk) }
        }

        /// Returns the text, or the number of bytes if the body is too long or not UTF-8; nil if the body is empty.
        func text() -> String? {
            guard count > 0 else { return nil }
            // A JSON body that is cut off cannot be parsed, so its credentials might not be recognised.
            guard count <= limit, let text = hiding() else { return "(\(count) bytes)" }
            return text.replacingOccurrences(of: "\r\n", with: "\n")
                .components(separatedBy: "\n").map(\.visible).joined(separator: "\n")
        }

        /// Returns the body with secrets hidden, or nil if it is not UTF-8.
        private func hiding() -> String? {
            let hidden = String(wholeUTF8: redaction.masked(data, contentType: contentType))
            // Some servers send a JSON error with the type of an event stream.
            guard contentType.lowercased().hasPrefix("text/event-stream"), hidden == String(wholeUTF8: data) else {
                return hidden
            }
            return hidden?.replacingOccurrences(of: "\r\n", with: "\n")
                .components(separatedBy: CharacterSet(charactersIn: "\r\n"))
                .map(hiding(inLine:)).joined(separator: "\n")
        }

        /// Hides recognised credentials in a line of an event stream, or the whole value if it may be part of a JSON
        /// object.
        private func hiding(inLine line: String) -> String {
            let bytes = Array(line.utf8)
            guard bytes.contains(UInt8(ascii: "\"")), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
                return line
            }
            let name = String(decoding: bytes[...colon], as: UTF8.self)
            let value = bytes[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
            guard value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[") else {
                return "\(name) ***"
            }
            let data = Data(String(decoding: value, as: UTF8.self).utf8)
            let hidden = redaction.masked(data, contentType: "application/json")
            return "\(name) \(String(decoding: Array(hidden), as: UTF8.self))"
        }
    }
}
