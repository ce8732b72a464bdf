import EndpointController
import Foundation

/// A filter that hides values whose names mark them as secret, and the user information of URLs.
final class NamedSecrets {
    let secrets: CassetteSecrets
    /// The decoded values found under secret names, so that the values can be hidden where no name marks them.
    private(set) var found: [String] = []

    init(_ secrets: CassetteSecrets = CassetteSecrets()) {
        self.secrets = secrets
    }

    /// Collects the secrets of a field, and returns true if its whole value is to be hidden: because of the field's
    /// name, or because the value contains a secret.
    private func collect(_ name: String, _ value: String) -> Bool {
        // A `+` stands for a space in a form, but not always in a query.
        let values = Set([value, value.replacingOccurrences(of: "+", with: " ")])
        let decoded = values.map(\.percentDecoded)
        if secrets.isSecret(name) {
            found += decoded
            return true
        }
        if secrets.harmless.contains(name.lowercased()) { return false }
        let isSecret = values.contains(where: containsSecret)
        // Once a value is secret, `Credentials` does not pass its decoded text, so also parse the decoded value here.
        for json in (isSecret ? values.union(decoded) : values).compactMap({ JSON(Data($0.utf8)) }) { _ = hidden(json) }
        return isSecret
    }

    /// Indicates whether a value contains a field or JSON member with a secret name, or a URL with user information.
    private func containsSecret(_ value: String) -> Bool {
        // Do not parse the value: each of its fields could contain fields again, without a limit.
        let starts = value.unicodeScalars.split(separator: "=", omittingEmptySubsequences: false).dropLast()
        let names = starts.compactMap {
            $0.split { !$0.properties.isAlphabetic && !"0123456789-_.[]".unicodeScalars.contains($0) }.last
        }
        return names.contains { secrets.isSecret(String($0)) }
            || starts.contains { start in
                let name = start.split { "?&#".unicodeScalars.contains($0) }.last.map { String($0).lowercased() }
                return name.map(secrets.names.contains) ?? false
            }
            || value.matches(of: /"([^"\\]*)\\*"\s*:/.matchingSemantics(.unicodeScalar)).contains {
                secrets.isSecret(String($0.1))
            }
            || value.contains(#///[^/?#]*@/#)
    }

    /// Hides secrets in the values of header fields, and gives a multipart/form-data content type a fixed boundary.
    func hidden(inHeaderFields fields: [String: String]) -> [String: String] {
        fields.reduce(into: [:]) { shown, field in
            let (name, original) = field
            let isContentType = name.lowercased() == "content-type"
            let value = isContentType ? MultipartBody.normalized(contentType: original) : original
            // Even the text of a secret field is searched, to collect the secrets in it.
            let text = hidden(inText: value)
            // `Credentials` hides a whole value only if it recognises the name of the field, so pass `Cookie` in place
            // of any other name.
            let known = Credentials.isCredential(name) ? name : "Cookie"
            shown[name] = secrets.isSecret(name) ? Credentials.hidden(inValue: value, ofHeaderField: known) : text
        }
    }

    func hidden(inURL url: String) -> String {
        Credentials.hidden(inURL: url, where: collect)
    }

    /// Hides the whole content of a multipart part with a secret name.
    func masked(_ content: Data) -> Data {
        if let text = String(wholeUTF8: content) { found.append(text) }
        return Data(Credentials.mask.utf8)
    }

    func hidden(inForm form: String) -> String {
        // An `&` does not end a field in JSON that is sent as a form.
        Credentials.hidden(inForm: hidden(inJSON: form) ?? form, where: collect)
    }

    /// Hides credentials in JSON and keeps the type of each value, so that a decoder finds the types that it expects.
    func hidden(_ json: JSON, isSecret: Bool = false) -> JSON {
        switch json {
        case .object(let members):
            return .object(
                members.reduce(into: [:]) { hidden, member in
                    let (name, value) = member
                    hidden[name] = self.hidden(value, isSecret: isSecret || secrets.isSecret(name))
                })
        case .array(let values): return .array(values.map { hidden($0, isSecret: isSecret) })
        case .string(let text) where isSecret:
            found.append(text)
            return .string(Credentials.mask)
        case .string(let text): return .string(hidden(inText: text))
        case .number where isSecret: return .number("0")
        case .null, .bool, .number: return json
        }
    }

    /// Hides credentials in URLs, and in JSON that is the whole text or the end of a line, as in server-sent events.
    func hidden(inText text: String) -> String {
        // JSON without double quotes has neither names nor strings.
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return Credentials.hidden(inText: text, where: collect) }
        if let hidden = hidden(inJSON: text) { return hidden }
        // Only line feeds and carriage returns end a line: a JSON string may contain other line separators.
        let lines = text.replacing(/[^\r\n]+/.matchingSemantics(.unicodeScalar)) { match in
            let line = match.output
            for start in [line.firstIndex(of: "["), line.firstIndex(of: "{")].compactMap({ $0 }) {
                if let json = hidden(inJSON: String(line[start...])) { return line[..<start] + json }
            }
            return line
        }
        return hidden(inFragment: lines)
    }

    /// Hides credentials in URLs, and the strings that follow secret names in JSON, which may be incomplete.
    private func hidden(inFragment text: String) -> String {
        var shown = ""
        var rest = text[...]
        for member in text.matches(of: /"([^"\\]*)\\*"\s*:\s*\\*"/.matchingSemantics(.unicodeScalar)) {
            let start = member.range.upperBound
            guard secrets.isSecret(String(member.1)), start >= rest.startIndex else { continue }
            var isEscaped = false
            let string = text.unicodeScalars[start...].prefix { scalar in
                defer { isEscaped = !isEscaped && scalar == "\\" }
                return scalar != "\r" && scalar != "\n" && (isEscaped || scalar != "\"")
            }
            if case .string(let text)? = JSON(Data("\"\(Substring(string))\"".utf8)) { found.append(text) }
            shown += rest[..<start] + Credentials.mask
            rest = rest[string.endIndex...]
        }
        return Credentials.hidden(inText: shown + rest, where: collect)
    }

    /// Hides credentials in JSON Lines, whose last line may be incomplete.
    ///
    /// Returns nil for a body that does not begin with an object, an array or a string, such as compressed JSON or a
    /// plain error text. Not all secrets in invalid JSON can be found, so asterisks replace an invalid last line, or
    /// the whole body if another line is invalid. The asterisks have as many bytes as the text that they replace, so
    /// that a replay exceeds the same size limits.
    func hidden(inJSONLines data: Data) -> String? {
        // Skip white space, byte order marks, and the zeros of UTF-16.
        let first = data.first { ![0, 0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF].contains($0) }
        guard let first, "{[\"".utf8.contains(first) else { return nil }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let shown = lines.map { line -> String? in
            guard let json = JSON(line) else {
                // Asterisks will replace the line, but its secrets may also occur elsewhere.
                _ = hidden(inFragment: String(decoding: line, as: UTF8.self))
                return line.allSatisfy { " \t\r".utf8.contains($0) } ? String(decoding: line, as: UTF8.self) : nil
            }
            let hidden = hidden(json)
            return hidden == json ? String(decoding: line, as: UTF8.self) : hidden.text
        }
        func asterisks(_ count: Int) -> String { String(repeating: "*", count: count) }
        if shown.dropLast().contains(nil) { return asterisks(data.count) }
        return shown.map { $0 ?? asterisks(lines[lines.count - 1].count) }.joined(separator: "\n")
    }

    /// Hides credentials in a text that is a JSON object or array; returns nil for any other text.
    private func hidden(inJSON text: String) -> String? {
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
        guard first == "{" || first == "[", let json = JSON(Data(text.utf8)) else { return nil }
        let hidden = hidden(json)
        return hidden == json ? text : hidden.text
    }
}
