import Foundation

/// The secrets in requests and responses, which are shown as `***`: values with the usual names of credentials, and
/// with names that you add.
///
/// ```swift
/// let redaction = Redaction(adding: ["X-Customer", "iban"])
/// print(request.curlCommand(hiding: redaction))
/// let api = EndpointController(baseURL: staging, middleware: [DebugPrinter(redaction: redaction)])
/// ```
///
/// Names such as `Authorization`, `Cookie`, `access_token` and `password` are always secret. Of a header field with
/// such a name, only a known scheme such as `Bearer` is shown. The user information of a URL is hidden too. A secret
/// under another name, or in a body that is not JSON, a form or multipart/form-data, may stay visible.
public struct Redaction: Sendable {
    /// The redaction without additions, which everything uses by default.
    public static let standard = Redaction()

    static let mask = FieldMask.text

    private let names: Set<String>

    private var fieldMask: FieldMask { FieldMask(where: isSecret) }

    /// Creates a redaction.
    ///
    /// - Parameter names: Further names that are secret: of header fields, query items, form fields, multipart parts
    ///   and JSON members. Only the letters and digits of a name are compared, without case. By default none.
    public init(adding names: Set<String> = []) {
        // An empty name would hide every value whose name is not known.
        self.names = Set(names.filter { !$0.isEmpty }.map(Self.normalised))
    }

    private static func normalised(_ name: String) -> String {
        let text = name.lowercased()
        let letters = text.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? text : letters
    }

    /// Indicates whether the value of a name is secret.
    ///
    /// The match with the usual names is broad, because hiding too much is safer than hiding too little: only the
    /// letters of the name are compared, so `api_key2` is secret as `apikey` is. A nested name such as `card[pin]` or
    /// `card.pin` is secret if a part of it is.
    ///
    /// - Parameter name: The name of a header field, query item, form field, multipart part or JSON member.
    /// - Returns: `true` if the value is secret.
    public func isSecret(_ name: String) -> Bool {
        let parts = name.split { "[].".contains($0) }
        return isSecretPart(name) || parts.count > 1 && parts.contains { isSecretPart(String($0)) }
    }

    private func isSecretPart(_ name: String) -> Bool {
        if !names.isEmpty, names.contains(Self.normalised(name)) { return true }
        let letters = name.lowercased().filter(\.isLetter)
        return Self.exactNames.contains(letters) || Self.nameParts.contains { letters.contains($0) }
            || Self.nameEnds.contains { letters.hasSuffix($0) }
    }

    /// Returns a text with the secrets in each of its URLs hidden; a URL or a relative URL string is such a text.
    ///
    /// White space, double quotes and angle brackets end a URL (RFC 3986, appendix C).
    ///
    /// - Parameter text: The text.
    /// - Returns: The text to show.
    public func masked(_ text: String) -> String { fieldMask.masked(inText: text) }

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

    /// Returns the value of a header field with its secrets hidden; a known scheme such as `Bearer` stays visible.
    ///
    /// Spaces and control characters outside URLs stay visible, because they may be why the value is refused.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the field.
    /// - Returns: The value to show.
    public func masked(_ value: String, ofHeaderField name: String) -> String {
        guard isSecret(name) else {
            return name.lowercased().hasSuffix("location") ? masked(inURL: value) : masked(value)
        }
        var (shown, hidden) = ("", value)
        let parts = Array(value.utf8).split(
            separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = String(decoding: parts[0], as: UTF8.self)
        if parts.count == 2, Self.schemes.contains(scheme.lowercased()) {
            (shown, hidden) = (scheme + " ", String(decoding: parts[1], as: UTF8.self))
        }
        var isMasked = false
        for scalar in hidden.unicodeScalars {
            if scalar == " " || scalar.properties.generalCategory == .control {
                shown.unicodeScalars.append(scalar)
                isMasked = false
            } else if !isMasked {
                shown += Self.mask
                isMasked = true
            }
        }
        return shown
    }

    /// Returns the name of a header field, with recognised credentials in it hidden.
    ///
    /// A name that is not a token may hold a whole field, including its value.
    func masked(inHeaderFieldName name: String) -> String {
        let bytes = Array(name.utf8)
        let token = bytes.prefix(while: CharacterClass.token.contains)
        guard isSecret(name) else { return name }
        return String(decoding: token, as: UTF8.self) + Self.mask
    }

    /// Indicates whether a field may hold a credential: by its name, or because its value, which must be decoded, looks
    /// like a form, JSON with a string, or a URL with user information.
    func isSecret(_ name: String, _ value: String) -> Bool {
        let text = value.utf8
        return isSecret(name) || text.contains(UInt8(ascii: "=")) || text.contains(UInt8(ascii: "\""))
            || text.contains("//".utf8) && text.contains(UInt8(ascii: "@"))
    }

    func masked(inURL url: String) -> String { fieldMask.masked(inURL: url) }

    func masked(inForm form: String) -> String { fieldMask.masked(inForm: form) }

    /// Returns a URL for use in a description: the fragment and the values of query items are left out, and user
    /// information is hidden.
    package func outline(ofURL url: String) -> String { fieldMask.outline(ofURL: url) }
}
