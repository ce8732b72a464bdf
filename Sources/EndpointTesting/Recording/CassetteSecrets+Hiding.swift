import Endpoint
import EndpointController
import Foundation

/// Hides values that their names mark as secret, and the user information of URLs.
extension CassetteSecrets {
    /// The lowercase letters of names that look like names of credentials but are not: a replay needs their values.
    private static let harmlessNames: Set<String> = [
        "continuationtoken", "nextcontinuationtoken", "nextpagetoken", "nexttoken", "pagetoken", "prevpagetoken",
        "tokenendpoint", "tokentype",
    ]

    func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        if names.contains(name) { return true }
        if harmless.contains(name) || Self.harmlessNames.contains(name.filter(\.isLetter)) { return false }
        return Credentials.isCredential(name)
    }

    /// Indicates whether the value of a field is secret: by the field's name, or because the value contains a
    /// field or JSON member with a secret name, or a URL with user information.
    private func isSecret(_ name: String, _ value: String) -> Bool {
        if isSecret(name) { return true }
        if harmless.contains(name.lowercased()) { return false }
        // Do not parse the value: each of its fields could contain fields again, without a limit.
        let starts = value.unicodeScalars.split(separator: "=", omittingEmptySubsequences: false).dropLast()
        let names = starts.compactMap {
            $0.split { !$0.properties.isAlphabetic && !"0123456789-_.[]".unicodeScalars.contains($0) }.last
        }
        return names.contains { isSecret(String($0)) }
            || starts.contains { start in
                let name = start.split { "?&#".unicodeScalars.contains($0) }.last.map { String($0).lowercased() }
                return name.map(self.names.contains) ?? false
            }
            || value.matches(of: /"([^"\\]*)\\*"\s*:/.matchingSemantics(.unicodeScalar)).contains {
                isSecret(String($0.1))
            }
            || value.contains(#///[^/?#]*@/#)
    }

    func hidden(inHeaderField name: String, _ value: String) -> String {
        guard isSecret(name) else { return hidden(inText: value) }
        // `Credentials` hides only values of header fields that it knows, so pass `Cookie` in place of any other name.
        return Credentials.hidden(inValue: value, ofHeaderField: Credentials.isCredential(name) ? name : "Cookie")
    }

    func hidden(inURL url: String) -> String {
        Credentials.hidden(inURL: url, where: isSecret)
    }

    func hidden(inForm form: String) -> String {
        // A `&` does not end a field in JSON that is sent as a form.
        Credentials.hidden(inForm: hidden(inJSON: form) ?? form, where: isSecret)
    }

    /// Hides credentials in JSON and keeps the type of each value, so that a decoder finds the types that it expects.
    func hidden(_ json: JSON) -> JSON {
        switch json {
        case .object(let members):
            .object(
                members.reduce(into: [:]) { hidden, member in
                    hidden[member.key] = isSecret(member.key) ? Self.masked(member.value) : self.hidden(member.value)
                })
        case .array(let values): .array(values.map(hidden))
        case .string(let text): .string(hidden(inText: text))
        case .null, .bool, .number: json
        }
    }

    /// Hides credentials in URLs, and in JSON that is the whole text or a part of it, as in server-sent events.
    func hidden(inText text: String) -> String {
        // JSON without double quotes has neither names nor strings.
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return Credentials.hidden(inText: text, where: isSecret) }
        if let hidden = hidden(inJSON: text) { return hidden }
        // Only line feeds and carriage returns end a line: a JSON string may contain other line separators.
        return text.replacing(/[^\r\n]+/.matchingSemantics(.unicodeScalar)) { match in
            let line = match.output
            for start in [line.firstIndex(of: "["), line.firstIndex(of: "{")].compactMap({ $0 }) {
                guard let json = hidden(inJSON: String(line[start...])) else { continue }
                return hidden(inFragment: line[..<start]) + json
            }
            return hidden(inFragment: line)
        }
    }

    /// Hides credentials in URLs, and the strings in JSON that may be incomplete.
    private func hidden(inFragment text: Substring) -> String {
        var shown = ""
        var rest = text
        for string in secretStrings(in: text) {
            shown += rest[..<string.startIndex] + Credentials.mask
            rest = rest[string.endIndex...]
        }
        return Credentials.hidden(inText: shown + rest, where: isSecret)
    }

    /// Returns the strings, without unescaping them, that follow secret names in JSON, which may be incomplete.
    func secretStrings(in text: Substring) -> [Substring] {
        var strings: [Substring] = []
        for member in text.matches(of: /"([^"\\]*)\\*"\s*:\s*\\*"/.matchingSemantics(.unicodeScalar)) {
            let start = member.range.upperBound
            guard isSecret(String(member.1)), start >= strings.last?.endIndex ?? start else { continue }
            var isEscaped = false
            let string = text.unicodeScalars[start...].prefix { scalar in
                defer { isEscaped = !isEscaped && scalar == "\\" }
                return isEscaped || scalar != "\""
            }
            strings.append(Substring(string))
        }
        return strings
    }

    /// Hides credentials in JSON Lines, the last of which may be incomplete; returns nil for a body that does not begin
    /// with an object, an array or a string, such as compressed JSON or a plain error text.
    ///
    /// Secrets in invalid JSON cannot be found, so asterisks replace an invalid last line, or the whole body if another
    /// line is invalid. The length stays the same, so that a replay exceeds the same size limits.
    func hidden(inJSONLines data: Data) -> String? {
        // Skip white space, byte order marks, and the zeros of UTF-16.
        let first = data.first { ![0, 0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF].contains($0) }
        guard let first, "{[\"".utf8.contains(first) else { return nil }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let shown = lines.map { line -> String? in
            guard let json = JSON(line) else { return ["", "\r"].first { $0.utf8.elementsEqual(line) } }
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

    private static func masked(_ json: JSON) -> JSON {
        switch json {
        case .object(let members): .object(members.mapValues(masked))
        case .array(let values): .array(values.map(masked))
        case .string: .string(Credentials.mask)
        case .number: .number("0")
        case .null, .bool: json
        }
    }
}
