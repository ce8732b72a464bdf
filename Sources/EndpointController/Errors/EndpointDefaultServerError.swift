import EndpointSupport

/// An error body of a usual shape, for servers whose errors do not need their own type.
///
/// | property | is read from |
/// |---|---|
/// | `error` | `error`, if it is a text |
/// | `reason` | `reason`, `message`, `msg`, `error_description`, `error_message`, `title` or `description`; otherwise `error`, if it is not a text |
/// | `detail` | `detail`, otherwise `errors` |
///
/// A member may be a text, an object with a text such as `message`, or a list of these. A member that is missing or has
/// another type is skipped. From any other object, each member is read, after its name: from
/// `{"errors": {"name": ["is too short"]}}`, the detail is `name: is too short`. A body that is itself a text or a list
/// is the reason.
public struct EndpointDefaultServerError: EndpointServerError {
    /// The kind of the error; nil if the server does not name it.
    public var error: String?

    /// The reason for the error; nil if the server does not give it.
    public var reason: String?

    /// Further details; nil if the server does not give any.
    public var detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - error: The kind of the error; by default nil.
    ///   - reason: The reason for the error; by default nil.
    ///   - detail: Further details; by default nil.
    public init(error: String? = nil, reason: String? = nil, detail: String? = nil) {
        self.error = error
        self.reason = reason
        self.detail = detail
    }

    /// Decodes the members that can be read, and skips the others.
    ///
    /// - Parameter decoder: The decoder. It may convert names in snake case.
    /// - Throws: `DecodingError` if the value is not an object and has no text.
    public init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: JSONKey.self) else {
            guard let text = ErrorTexts.text(in: decoder) else {
                let description = "Expected an object or a text."
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
            }
            self.init(reason: text)
            return
        }
        let error = try? object.decode(String.self, forKey: JSONKey(stringValue: "error"))
        let reasons = [
            "reason", "message", "msg", "error_description", "errorDescription", "error_message", "errorMessage",
            "title", "description",
        ]
        self.init(
            error: error,
            reason: ErrorTexts.text(of: reasons + (error == nil ? ["error"] : []), in: object),
            detail: ErrorTexts.text(of: ["detail", "errors"], in: object))
    }
}

/// The reading of the texts in an error body.
private enum ErrorTexts {
    /// The maximum depth at which texts are read: each level uses stack space.
    private static let maximumDepth = 5

    /// The maximum number of elements or members that are read at a level, because a body may be long.
    private static let maximumCount = 20

    /// Returns the text of the first member that has one, or nil if none has.
    static func text(of names: [String], in object: KeyedDecodingContainer<JSONKey>) -> String? {
        for name in names {
            let member = try? object.superDecoder(forKey: JSONKey(stringValue: name))
            if let text = member.flatMap(text) { return text }
        }
        return nil
    }

    /// Returns a text, the message of an object, or all texts of a list; nil if there is none.
    static func text(in decoder: any Decoder) -> String? {
        guard decoder.codingPath.count < maximumDepth else { return nil }
        var texts: [String] = []
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            texts = [text]
        } else if var list = try? decoder.unkeyedContainer() {
            for _ in 0..<maximumCount where !list.isAtEnd {
                if let element = try? list.superDecoder(), let text = text(in: element) { texts.append(text) }
            }
        } else if let object = try? decoder.container(keyedBy: JSONKey.self) {
            if let message = text(of: ["message", "msg", "detail", "reason", "title", "description"], in: object) {
                // The part of the request that the message is about.
                let place = text(of: ["field", "loc", "path"], in: object)
                texts = [place.map { "\($0): \(message)" } ?? message]
            } else {
                texts = object.allKeys.map(\.stringValue).sorted().prefix(maximumCount).compactMap { name in
                    text(of: [name], in: object).map { "\(name): \($0)" }
                }
            }
        }
        let joined = texts.joined(separator: ", ")
        return joined.isEmpty ? nil : joined
    }
}
