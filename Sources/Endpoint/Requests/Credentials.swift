import Foundation

/// Knows what may be a credential, and puts `***` in its place.
enum Credentials {
    static let mask = "***"

    /// Whether the name of a header field, query item, form field or JSON key is one that carries credentials.
    ///
    /// It would rather hide too much: only names are known, and there is no end of them.
    static func isCredential(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return exactNames.contains(letters) || nameParts.contains { letters.contains($0) }
            || nameEnds.contains { letters.hasSuffix($0) }
    }

    private static let exactNames: Set<String> = ["sig", "pin", "pincode", "otp", "code", "sid", "jwt", "dpop"]

    private static let nameEnds = ["key", "auth", "pwd", "pass"]

    private static let nameParts = [
        "authorization", "authentication", "cookie", "token", "secret", "password", "passwd", "passphrase",
        "signature", "credential", "session", "assertion", "verifier", "passcode",
    ]

    /// The value of a header field with its credentials hidden, but for the scheme of an `Authorization`.
    ///
    /// White space and control characters stay too: where a value is refused, they are what is wrong with it.
    static func hidden(inValue value: String, ofHeaderField name: String) -> String {
        guard isCredential(name) else { return value.contains("://") ? hidden(inURL: value) : value }
        var shown = String.UnicodeScalarView()
        var rest = value.unicodeScalars[...]
        if name.lowercased().hasSuffix("authorization") {
            let scheme = rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || $0 == "-") }
            if rest.dropFirst(scheme.count).first == " " {
                shown.append(contentsOf: scheme)
                rest = rest.dropFirst(scheme.count)
            }
        }
        while let scalar = rest.first {
            if scalar == " " || scalar.properties.generalCategory == .control {
                shown.append(scalar)
                rest = rest.dropFirst()
            } else {
                shown.append(contentsOf: mask.unicodeScalars)
                rest = rest.drop { $0 != " " && $0.properties.generalCategory != .control }
            }
        }
        return String(shown)
    }

    /// The name of a header field; one that is no token may hold a whole field, value and all.
    static func hidden(inHeaderFieldName name: String) -> String {
        let token = name.utf8.prefix(while: CharacterClass.token.contains)
        guard token.count < name.utf8.count, isCredential(name) else { return name }
        return String(decoding: token, as: UTF8.self) + mask
    }

    /// A URL or relative URL string, with the credentials in its user information, query and fragment hidden.
    static func hidden(inURL url: String, nesting: Int = 0) -> String {
        let (main, fragment) = halves(of: url, at: "#")
        let (path, query) = halves(of: main, at: "?")
        return hiddenUserInformation(path)
            + (query.map { "?" + hidden(inForm: $0, nesting: nesting) } ?? "")
            + (fragment.map { "#" + hidden(inForm: $0, nesting: nesting) } ?? "")
    }

    /// A string that is no URL: whatever may be user information is hidden, though it may hold what ends it in a URL.
    static func hidden(inBrokenURL url: String) -> String {
        let bytes = Array(url.utf8)
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return hidden(inURL: url) }
        let start = bytes[..<at].firstRange(of: Array("//".utf8))?.upperBound ?? 0
        return String(decoding: bytes[..<start], as: UTF8.self) + mask
            + hidden(inURL: String(decoding: bytes[at...], as: UTF8.self))
    }

    private static func encoded(_ text: String) -> String {
        PercentEncodedWriter.string(capacity: 3 * text.utf8.count) { $0.append(text, allowing: .queryItem) }
    }

    /// Fields that are joined by `&`, as in a query and a form, with the values of credentials hidden.
    static func hidden(inForm form: String, nesting: Int = 0) -> String {
        form.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { field in
            let field = String(decoding: field, as: UTF8.self)
            let (name, value) = halves(of: field, at: "=")
            guard let value else { return name }
            if isCredential(name.removingPercentEncoding ?? name) { return "\(name)=\(mask)" }
            // A URL within the URL, such as the one to come back to after a login; hardly one within that one.
            guard let inner = value.removingPercentEncoding, inner.contains("://") else { return field }
            let shown = nesting < 3 ? hidden(inURL: inner, nesting: nesting + 1) : mask
            return shown == inner ? field : "\(name)=\(encoded(shown))"
        }.joined(separator: "&")
    }

    /// A body with the values of credentials hidden, if it is JSON or a form; any other as it is.
    static func hidden(inBody data: Data, of request: URLRequest) -> Data {
        let contentType = request.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? ""
        if contentType.hasPrefix("application/x-www-form-urlencoded") {
            return Data(hidden(inForm: String(decoding: data, as: UTF8.self)).utf8)
        }
        guard contentType.contains("json") else { return data }
        guard let json = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else {
            return Data(mask.utf8)
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: hidden(inJSONValue: json), options: options)) ?? data
    }

    private static func hidden(inJSONValue json: Any) -> Any {
        switch json {
        case let object as [String: Any]:
            object.reduce(into: [:]) { $0[$1.key] = isCredential($1.key) ? mask : hidden(inJSONValue: $1.value) }
        case let array as [Any]: array.map(hidden(inJSONValue:))
        default: json
        }
    }

    private static func hiddenUserInformation(_ url: String) -> String {
        let bytes = Array(url.utf8)
        guard let start = bytes.firstRange(of: Array("//".utf8))?.upperBound else { return url }
        let authority = bytes[start...].prefix { $0 != UInt8(ascii: "/") }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return url }
        return String(decoding: bytes[..<start], as: UTF8.self) + mask + String(decoding: bytes[at...], as: UTF8.self)
    }

    private static func halves(of string: String, at separator: Unicode.Scalar) -> (String, String?) {
        let scalars = string.unicodeScalars
        guard let index = scalars.firstIndex(of: separator) else { return (string, nil) }
        return (String(scalars[..<index]), String(scalars[scalars.index(after: index)...]))
    }
}
