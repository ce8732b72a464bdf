import Endpoint
import EndpointController
import Foundation

/// Hides what stands under the name of a secret.
extension CassetteSecrets {
    func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        if names.contains(name) { return true }
        return !harmless.contains(name) && Credentials.isCredential(name)
    }

    func hidden(inHeaderField name: String, _ value: String) -> String {
        guard isSecret(name) else { return Credentials.hidden(inText: value, where: isSecret) }
        // A name that only the user knows is hidden like one that everybody knows.
        return Credentials.hidden(inValue: value, ofHeaderField: Credentials.isCredential(name) ? name : "Cookie")
    }

    func hidden(inURL url: String) -> String {
        Credentials.hidden(inURL: url, where: isSecret)
    }

    func hidden(inForm form: String) -> String {
        Credentials.hidden(inForm: form, where: isSecret)
    }

    /// Hides credentials in JSON, and leaves each value of its type, so that it decodes as before.
    func hidden(_ json: JSON) -> JSON {
        switch json {
        case .object(let members):
            .object(
                members.reduce(into: [:]) { hidden, member in
                    hidden[member.key] = isSecret(member.key) ? Self.masked(member.value) : self.hidden(member.value)
                })
        case .array(let values): .array(values.map(hidden))
        case .string(let text): .string(hidden(inString: text))
        case .null, .bool, .number, .hugeNumber: json
        }
    }

    /// Hides credentials in a text that may be a URL or JSON.
    private func hidden(inString text: String) -> String {
        hidden(inJSON: text) ?? Credentials.hidden(inText: text, where: isSecret)
    }

    /// Hides credentials in the URLs that a text holds, and in all of it if it is JSON.
    func hidden(inText text: String) -> String {
        if let hidden = hidden(inJSON: text) { return hidden }
        // What no URL holds, in or around one, stays as it is.
        let ends: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\"", "<", ">"]
        var shown = ""
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest.prefix { !ends.contains($0) }
            shown += word.isEmpty ? String(rest.prefix(1)) : Credentials.hidden(inText: String(word), where: isSecret)
            rest = rest.dropFirst(max(word.count, 1))
        }
        return shown
    }

    /// Nil for a text that is no object and no array.
    private func hidden(inJSON text: String) -> String? {
        guard text.first == "{" || text.first == "[", let json = JSON(Data(text.utf8)) else { return nil }
        let hidden = hidden(json)
        return hidden == json ? text : hidden.text
    }

    private static func masked(_ json: JSON) -> JSON {
        switch json {
        case .object(let members): .object(members.mapValues(masked))
        case .array(let values): .array(values.map(masked))
        case .string: .string(Credentials.mask)
        case .number, .hugeNumber: .number(0)
        case .null, .bool: json
        }
    }
}
