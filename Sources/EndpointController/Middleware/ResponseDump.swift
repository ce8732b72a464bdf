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
        /// - Returns: The text at the first nil chunk, unless the body is empty; otherwise nil.
        package mutating func text(after chunk: Data?) -> String? {
            if let chunk {
                count += Int64(chunk.count)
                if count <= limit { data.append(chunk) }
                return nil
            }
            guard !isShown, count > 0 else { return nil }
            isShown = true
            // A JSON body that is cut off cannot be parsed, so its credentials might not be recognised.
            guard count <= limit,
                let text = String(wholeUTF8: Credentials.hidden(inBody: data, contentType: contentType))
            else { return "(\(count) bytes)" }
            return text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0).visible }.joined(separator: "\n")
        }
    }
}
