import Foundation

/// Recognises text that may be a credential, and replaces it with `***`.
package enum Credentials {
    package static let mask = "***"

    /// Indicates whether the name of a header field, query item, form field or JSON member suggests a credential.
    ///
    /// Only the letters of the name are compared, so `api_key2` is hidden as `apikey` is. The match is broad, because
    /// hiding too much is safer than hiding too little. Unusual names may still be missed.
    package static func isCredential(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return exactNames.contains(letters) || nameParts.contains { letters.contains($0) }
            || nameEnds.contains { letters.hasSuffix($0) }
    }

    private static let exactNames = ["sig", "pin", "pincode", "otp", "code", "sid", "jwt", "dpop", "appid"]

    private static let nameEnds = ["key", "auth", "pwd", "pass"]

    private static let nameParts = [
        "authorization", "authentication", "cookie", "token", "secret", "password", "passwd", "passphrase",
        "signature", "credential", "session", "assertion", "verifier", "passcode",
    ]

    /// The authentication schemes that stay visible, as lowercase names: the schemes in IANA's registry, and other
    /// common schemes.
    private static let schemes = [
        "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "oauth",
        "privatetoken", "scram-sha-1", "scram-sha-256", "vapid", "apikey", "token", "ntlm", "aws4-hmac-sha256",
    ]

    /// Returns the value of a header field with its credentials hidden; a known scheme such as `Bearer` stays visible.
    ///
    /// Spaces and control characters outside URLs stay visible, because they may be why the value is refused.
    package static func hidden(inValue value: String, ofHeaderField name: String) -> String {
        guard isCredential(name) else {
            return name.lowercased().hasSuffix("location") ? hidden(inURL: value) : hidden(inText: value)
        }
        var (shown, hidden) = ("", value)
        let (first, rest) = halves(of: Array(value.utf8)[...], at: UInt8(ascii: " "))
        let scheme = String(decoding: first, as: UTF8.self)
        if let rest, schemes.contains(scheme.lowercased()) {
            (shown, hidden) = (scheme + " ", String(decoding: rest, as: UTF8.self))
        }
        var isMasked = false
        for scalar in hidden.unicodeScalars {
            if scalar == " " || scalar.properties.generalCategory == .control {
                shown.unicodeScalars.append(scalar)
                isMasked = false
            } else if !isMasked {
                shown += mask
                isMasked = true
            }
        }
        return shown
    }

    /// Returns a text with the credentials in each of its URLs hidden.
    ///
    /// White space, double quotes and angle brackets end a URL (RFC 3986, appendix C).
    package static func hidden(inText text: String, where isSecret: (String, String) -> Bool = isCredential) -> String {
        var shown = ""
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar == "<" || scalar == ">" || scalar == "\"" {
                shown += hidden(inURL: word, where: isSecret)
                shown.unicodeScalars.append(scalar)
                word = ""
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return shown + hidden(inURL: word, where: isSecret)
    }

    /// Returns the name of a header field, with recognised credentials in it hidden.
    ///
    /// A name that is not a token may hold a whole field, including its value.
    static func hidden(inHeaderFieldName name: String) -> String {
        let bytes = Array(name.utf8)
        let token = bytes.prefix(while: CharacterClass.token.contains)
        guard isCredential(name) else { return name }
        return String(decoding: token, as: UTF8.self) + mask
    }

    /// Returns a URL or relative URL string with the credentials in its user information, query and fragment hidden.
    ///
    /// The closure gets the decoded name and the value of a field in the query or fragment, and returns `true` if the
    /// value is secret. It gets the value before and after each of up to three levels of percent-decoding, because a
    /// decoded `/` looks like the end of a URL's authority. It also gets each name as the value of a field with an
    /// empty name.
    package static func hidden(inURL url: String, where isSecret: (String, String) -> Bool = isCredential) -> String {
        let (main, fragment) = halves(of: Array(url.utf8)[...], at: UInt8(ascii: "#"))
        let (path, query) = halves(of: main, at: UInt8(ascii: "?"))
        return hiddenUserInformation(path)
            + (query.map { "?" + hidden(inForm: String(decoding: $0, as: UTF8.self), where: isSecret) } ?? "")
            + (fragment.map { "#" + hidden(inForm: String(decoding: $0, as: UTF8.self), where: isSecret) } ?? "")
    }

    /// Returns a URL for use in a description: the fragment and the values of query items are left out, and user
    /// information is hidden.
    package static func outline(ofURL url: String) -> String {
        let (path, query) = halves(of: halves(of: Array(url.utf8)[...], at: UInt8(ascii: "#")).0, at: UInt8(ascii: "?"))
        guard let query else { return hiddenUserInformation(path) }
        let names = query.split(separator: UInt8(ascii: "&")).map { field in
            let names = decodings(of: halves(of: field, at: UInt8(ascii: "=")).0)
            return names.contains { isCredential("", $0) } ? mask : names[0]
        }
        return hiddenUserInformation(path) + "?" + names.joined(separator: "&")
    }

    /// Returns fields that are joined by `&`, as in a query or a form, with the values of credentials hidden.
    package static func hidden(inForm form: String, where isSecret: (String, String) -> Bool = isCredential) -> String {
        let fields = Array(form.utf8)[...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return fields.map { field in
            let (name, value) = halves(of: field, at: UInt8(ascii: "="))
            let names = decodings(of: name)
            if names.contains(where: { isSecret("", $0) }) { return mask }
            guard let value, decodings(of: value).contains(where: { isSecret(names.last ?? "", $0) }) else {
                return String(decoding: field, as: UTF8.self)
            }
            return String(decoding: name, as: UTF8.self) + "=" + mask
        }.joined(separator: "&")
    }

    /// Indicates whether a field may hold a credential: by its name, or because its value, which must be decoded, looks
    /// like a form, JSON with a string, or a URL with user information.
    package static func isCredential(_ name: String, _ value: String) -> Bool {
        let text = value.utf8
        return isCredential(name) || text.contains(UInt8(ascii: "=")) || text.contains(UInt8(ascii: "\""))
            || text.contains("//".utf8) && text.contains(UInt8(ascii: "@"))
    }

    /// Returns the text, and the text after each of up to three levels of percent-decoding; repairs invalid UTF-8.
    private static func decodings(of text: ArraySlice<UInt8>) -> [String] {
        var texts = [String(decoding: text, as: UTF8.self)]
        while texts.count <= 3, let bytes = texts.last?.utf8, bytes.contains(UInt8(ascii: "%")) {
            var decoded: [UInt8] = []
            var rest = Array(bytes)[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigitValue,
                    let low = rest.dropFirst().first?.hexDigitValue
                {
                    decoded.append(high << 4 | low)
                    rest = rest.dropFirst(2)
                } else {
                    decoded.append(byte)
                }
            }
            texts.append(String(decoding: decoded, as: UTF8.self))
        }
        return texts
    }

    private static func hiddenUserInformation(_ url: ArraySlice<UInt8>) -> String {
        var shown: [UInt8] = []
        var rest = url
        // A URL in the path of another URL may have user information too.
        while let slashes = rest.firstRange(of: Array("//".utf8)) {
            shown += rest[..<slashes.upperBound]
            rest = rest[slashes.upperBound...]
            let authority = rest.prefix { $0 != UInt8(ascii: "/") }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                shown += mask.utf8
                rest = rest[at...]
            }
        }
        return String(decoding: shown + rest, as: UTF8.self)
    }

    private static func halves(
        of bytes: ArraySlice<UInt8>,
        at separator: UInt8
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let index = bytes.firstIndex(of: separator) else { return (bytes, nil) }
        return (bytes[..<index], bytes[(index + 1)...])
    }
}
