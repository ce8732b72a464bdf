import Endpoint
package import Foundation

/// The text of a response, with recognised credentials hidden.
package enum ResponseDump {
    /// Returns a line with the status, and a line for each header field, whose value passes through `hide`.
    static func head(_ head: EndpointResponseHead, hide: (String) -> String) -> String {
        let reason = HTTPURLResponse.localizedString(forStatusCode: head.statusCode)
        let fields = head.headerFields.map { name, value in
            "\(name.visible): \(Credentials.hidden(inValue: hide(value), ofHeaderField: name).visible)"
        }
        return (["\(head.statusCode) \(reason)"] + fields.sorted()).joined(separator: "\n")
    }

    /// A body that is shown when all of it has arrived.
    package struct Body {
        let contentType: String
        let limit: Int
        private var data = Data()
        private var count: Int64 = 0
        private var isShown = false

        package init(contentType: String, limit: Int) {
            self.contentType = contentType
            self.limit = limit
        }

        /// Takes the next chunk, or nil at the end of the body.
        ///
        /// - Returns: The text at the first nil chunk, changed by `hide`, unless the body is empty; otherwise nil.
        package mutating func text(after chunk: Data?, hide: (String) -> String = { $0 }) -> String? {
            if let chunk {
                count += Int64(chunk.count)
                if count <= limit { data.append(chunk) }
                return nil
            }
            guard !isShown, count > 0 else { return nil }
            isShown = true
            // A JSON body that is cut off cannot be parsed, so its credentials might not be recognised.
            guard count <= limit, let text = hiding() else { return "(\(count) bytes)" }
            return hide(text).split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0).visible }.joined(separator: "\n")
        }

        /// Returns the body with recognised credentials hidden, or nil if it is not UTF-8.
        private func hiding() -> String? {
            let hidden = Credentials.hidden(inBody: data, contentType: contentType)
            // Some servers send a JSON error with the type of an event stream.
            guard contentType.lowercased().hasPrefix("text/event-stream"), hidden == data else {
                return String(wholeUTF8: hidden)
            }
            let isEnd: (Character) -> Bool = { ["\n", "\r", "\r\n"].contains($0) }
            let lines = String(wholeUTF8: data)?.split(omittingEmptySubsequences: false, whereSeparator: isEnd)
            return lines?.map { line in
                guard line.contains("\""), let colon = line.firstIndex(of: ":") else { return String(line) }
                return "\(line[...colon]) \(Self.hiding(inData: line[colon...].dropFirst()))"
            }.joined(separator: "\n")
        }

        /// Returns the data of an event with recognised credentials hidden; a part of an object is hidden as a whole.
        private static func hiding(inData data: Substring) -> String {
            guard let first = data.first(where: { $0 != " " }), "{[".contains(first) else { return Credentials.mask }
            let hidden = Credentials.hidden(inBody: Data(data.utf8), contentType: "application/json")
            return String(decoding: hidden, as: UTF8.self)
        }
    }
}
