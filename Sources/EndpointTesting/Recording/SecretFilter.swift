import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// A filter that hides values with secret names, given values, JSON Web Tokens and the user information of URLs.
final class SecretFilter {
    let secrets: CassetteSecrets
    /// The names under which secret values were found, by the bytes of the values as they were written.
    private(set) var found: [[UInt8]: String] = [:]
    private var isSecretName: [String: Bool] = [:]
    private static let tokenStart = SecretSearch(["eyJ"])
    /// The attributes of `Set-Cookie` that have a value (RFC 6265, section 4.1.1).
    private static let cookieAttributes: Set = ["domain", "expires", "max-age", "path", "samesite"]

    init(_ secrets: CassetteSecrets = CassetteSecrets()) {
        self.secrets = secrets
    }

    func isSecret(_ name: String) -> Bool {
        if let known = isSecretName[name] { return known }
        let isSecret = secrets.isSecret(name)
        isSecretName[name] = isSecret
        return isSecret
    }

    /// Hides given values and JSON Web Tokens (RFC 7519, section 3), which are credentials under any name.
    func withoutValues(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = secrets.search.replaced(bytes)
        var (shown, position) = ([UInt8](), 0)
        for start in Self.tokenStart.matches(in: bytes).map(\.range.lowerBound) where start >= position {
            let word = bytes[start...].prefix { $0.isASCIILetterOrDigit || "_-.".utf8.contains($0) }
            let isToken = word.count { $0 == UInt8(ascii: ".") } >= 2
            shown += bytes[position..<start] + (isToken ? Array(FieldMask.text.utf8)[...] : word)
            position = word.endIndex
        }
        return shown + bytes[position...]
    }

    func withoutValues(_ text: String) -> String {
        String(decoding: withoutValues(Array(text.utf8)), as: UTF8.self)
    }

    func hidden(inURL url: String) -> String {
        collectUserInformation(in: url)
        return withoutValues(FieldMask(where: isSecret).masked(inURL: url))
    }

    /// Hides secrets in fields, except for given values.
    func hidden(inForm form: Data) -> [UInt8] {
        // An `&` does not end a field in JSON that is sent as a form.
        switch JSON(form) {
        case .object?, .array?: return hidden(inText: Array(form))
        default: break
        }
        let fields = form.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { field in
            let text = String(decoding: field, as: UTF8.self)
            let shown = FieldMask(where: isSecret).masked(inForm: text)
            return shown == text ? Array(field) : Array(shown.utf8)
        }
        return Array(fields.joined(separator: "&".utf8))
    }

    /// Hides secrets in the names and values of header fields, and gives multipart/form-data a fixed boundary.
    func hidden(inHeaderFields fields: [String: String]) -> [String: String] {
        fields.reduce(into: [:]) { shown, field in
            let name = field.key
            let isContentType = name.lowercased() == "content-type"
            let value = isContentType ? MultipartBody.normalized(contentType: field.value) : field.value
            // Even the text of a secret field is searched, to collect the secrets in it.
            var text = hidden(inText: value)
            if isSecret(name) {
                collectCredentials(in: value, of: name)
                // The name may be secret only in this cassette.
                text = Redaction(adding: [name]).masked(value, ofHeaderField: name)
            }
            shown[withoutValues(name)] = text
        }
    }

    /// Hides secrets in JSON and keeps the type of each value, so that a decoder finds the types that it expects.
    ///
    /// A `name` is the secret name of the value or of a member that contains it.
    func hidden(_ json: JSON, named name: String? = nil) -> JSON {
        switch json {
        case .object(let members):
            return .object(
                sorting: members.map { member in
                    let name = name ?? (isSecret(member.name) ? member.name : nil)
                    return (withoutValues(member.name), hidden(member.value, named: name))
                })
        case .array(let values): return .array(values.map { hidden($0, named: name) })
        case .string(let text):
            guard let name else { return .string(hidden(inText: text)) }
            collect(text.utf8, name)
            return .string(FieldMask.text)
        case .number(let number):
            if let name { collect(number.utf8, name) }
            return .number(name != nil || withoutValues(number) != number ? "0" : number)
        case .null, .bool: return json
        }
    }

    /// Hides secrets in URLs, and the values after secret names in JSON.
    ///
    /// The text is not parsed as a whole, because it may be an event, a log, or JSON that is incomplete or not valid.
    func hidden(inText bytes: [UInt8]) -> [UInt8] {
        // Only a text with one of these characters can contain a member or a URL with a secret.
        guard bytes.contains(where: \.mayBeginSecret) else { return withoutValues(bytes) }
        var (shown, start) = ([UInt8](), 0)
        for colon in bytes.indices where bytes[colon] == UInt8(ascii: ":") && colon >= start {
            guard let name = secretName(before: colon, in: bytes) else { continue }
            var reader = JSONReader(bytes: bytes, position: colon + 1, depth: JSONReader.maximumDepth)
            reader.skipSpace()
            let value = reader.position
            guard let hidden = hiddenValue(named: name, &reader) else { continue }
            shown += self.hidden(inWords: bytes[start..<value]) + hidden.utf8
            start = reader.position
        }
        return withoutValues(shown + hidden(inWords: bytes[start...]))
    }

    func hidden(inText text: String) -> String {
        String(decoding: hidden(inText: Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the name of a member before a colon, with or without escapes, if it is secret.
    private func secretName(before colon: Int, in bytes: [UInt8]) -> String? {
        let quote = UInt8(ascii: "\"")
        guard let end = bytes[..<colon].lastIndex(where: { !" \t\r\n".utf8.contains($0) }), bytes[end] == quote,
            let start = bytes[..<end].lastIndex(of: quote)
        else { return nil }
        let name = Array(bytes[(start + 1)..<end])
        let text = String(decoding: name.fullyDecoded, as: UTF8.self)
        return isSecret(text) ? text : nil
    }

    /// Collects the value at a reader, skips it, and returns the text to show; nil for a Boolean or null.
    private func hiddenValue(named name: String, _ reader: inout JSONReader) -> String? {
        let rest = reader.bytes[reader.position...]
        let backslashes = rest.prefix { $0 == UInt8(ascii: "\\") }.count
        switch rest.dropFirst(backslashes).first {
        case UInt8(ascii: "\""):
            var isEscaped = false
            let text = rest.dropFirst(backslashes + 1).prefix { byte in
                defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
                return !"\r\n".utf8.contains(byte) && (isEscaped || byte != UInt8(ascii: "\""))
            }
            collect(text, name)
            reader.position = text.endIndex
            return String(decoding: rest[..<text.startIndex], as: UTF8.self) + FieldMask.text
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let json = reader.unspacedValue() { return hidden(json, named: name).text }
            // The end of the value is not known: hide too much rather than too little.
            reader.position = reader.bytes.count
            return FieldMask.text
        case let byte? where backslashes == 0 && (byte.isASCIIDigit || byte == UInt8(ascii: "-")):
            let number = rest.prefix { $0.isASCIIDigit || "-+.eE".utf8.contains($0) }
            collect(number, name)
            reader.position = number.endIndex
            return "0"
        default: return nil
        }
    }

    /// Hides secrets in URLs, which end at white space, double quotes and angle brackets (RFC 3986, appendix C).
    private func hidden(inWords bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (shown, start) = ([UInt8](), bytes.startIndex)
        for end in bytes.startIndex...bytes.endIndex
        where end == bytes.endIndex || bytes[end].endsURL {
            shown += hidden(inWord: bytes[start..<end]) + bytes[end...].prefix(1)
            start = end + 1
        }
        return shown
    }

    private func hidden(inWord word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // Only a URL with one of these characters can contain a secret.
        let isURL =
            word.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            || word.contains(UInt8(ascii: "@")) && word.contains(UInt8(ascii: "/"))
        if !isURL { return word }
        // JSON may escape each slash.
        var text = String(decoding: word, as: UTF8.self)
        if word.contains(UInt8(ascii: "\\")) { text = text.replacing(#"\/"#, with: "/") }
        collectUserInformation(in: text)
        // White space that is not ASCII ends a URL too.
        let isASCII = word.allSatisfy { $0 < 0x80 }
        let mask = FieldMask(where: isSecret)
        let shown = isASCII ? mask.masked(inURL: text) : mask.masked(inText: text)
        return shown == text ? word : Array(shown.utf8)[...]
    }
}

extension SecretFilter {
    /// Collects a secret value, to check that it does not occur elsewhere.
    func collect(_ value: some Sequence<UInt8>, _ name: String) {
        found[Array(value)] = name
    }

    /// Collects the secrets of a field, and returns true if its whole value is to be hidden: because of the field's
    /// name, or because the value contains a field or JSON member with a secret name, or a URL with user information.
    private func isSecret(_ name: String, _ value: String) -> Bool {
        if isSecret(name) {
            collect(value.utf8, name)
            return true
        }
        guard value.utf8.contains(where: { "=\"@%".utf8.contains($0) }), !secrets.harmless.contains(name.lowercased())
        else { return false }
        let text = String(decoding: Array(value.utf8).fullyDecoded, as: UTF8.self)
        // Do not parse the value as a form: each of its fields could contain fields again, without a limit.
        let parts = text.unicodeScalars.split(separator: "=", omittingEmptySubsequences: false)
        var fields = zip(parts, parts.dropFirst()).map { before, after in
            let name = before.split { "?&#\"',;:(){}<>/| \t\r\n".unicodeScalars.contains($0) }.last.map(String.init)
            return (name ?? "", String(after.prefix { !"&#\"".unicodeScalars.contains($0) }))
        }
        if text.utf8.contains(UInt8(ascii: "\"")) {
            let members = /"([^"]*)"\s*:\s*"?([^"]*)/.matchingSemantics(.unicodeScalar)
            fields += text.matches(of: members).map { (String($0.1), String($0.2)) }
        }
        let secretFields = fields.filter { isSecret($0.0) }
        for (name, value) in secretFields { collect(value.utf8, name) }
        // A decoded `/` looks like the end of the user information.
        return [value, text].map { collectUserInformation(in: $0) }.contains(true) || !secretFields.isEmpty
    }

    /// Collects the secrets in the value of a header field such as `Authorization` or `Cookie`.
    private func collectCredentials(in value: String, of name: String) {
        if value.lowercased().hasPrefix("basic "),
            let pair = Data(base64Encoded: value.dropFirst(6).trimmingCharacters(in: .whitespaces))
        {
            collectPair(String(decoding: pair, as: UTF8.self))
        }
        let isCookie = name.lowercased().hasSuffix("cookie")
        let edges = CharacterSet(charactersIn: "=\"")
        let words = value.split { " ,;&".contains($0) }
        // A scheme may come first (RFC 9110, section 11.4), and parameters may follow it.
        for word in words.dropFirst(!isCookie && words.count > 1 ? 1 : 0) {
            let parts = word.trimmingCharacters(in: edges).split(separator: "=", maxSplits: 1).map(String.init)
            guard let first = parts.first, let last = parts.last else { continue }
            let isPair = parts.count == 2
            let isPublic = Self.cookieAttributes.union(secrets.harmless).contains(first.lowercased())
            guard isCookie ? isPair && !isPublic : !isPair || isSecret(first) else { continue }
            collect(last.trimmingCharacters(in: edges).utf8, isCookie ? first : name)
        }
    }

    /// Collects the user information of URLs, and returns true if there is any.
    @discardableResult
    private func collectUserInformation(in text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return false }
        let authorities = text.components(separatedBy: "//").dropFirst().map { part in
            part.unicodeScalars.prefix { !"/?#\"<> ".unicodeScalars.contains($0) }
        }
        let all = authorities.compactMap { authority in authority.lastIndex(of: "@").map { authority[..<$0] } }
        for pair in all { collectPair(String(pair)) }
        return !all.isEmpty
    }

    /// Collects the password of a user, and the name of a user who has none or whose name is long enough to be a key.
    private func collectPair(_ pair: String) {
        let parts = pair.split(separator: ":", maxSplits: 1).map(String.init)
        if let last = parts.last { collect(last.utf8, "password") }
        if let user = parts.first, user.utf8.count >= 16 { collect(user.utf8, "user") }
    }
}

extension UInt8 {
    /// A Boolean value that indicates whether a value or user information may follow: this is `:`, `?`, `#` or `@`.
    fileprivate var mayBeginSecret: Bool { self == 0x3A || self == 0x3F || self == 0x23 || self == 0x40 }

    /// A Boolean value that indicates whether this is ASCII white space, `"`, `<` or `>`.
    fileprivate var endsURL: Bool {
        self <= 0x20 && (self == 0x20 || 9...13 ~= self) || self == 0x22 || self == 0x3C || self == 0x3E
    }
}
