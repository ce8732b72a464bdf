public import EndpointController

/// The secrets that a cassette must not contain, in addition to the credentials that are recognised by name.
///
/// In requests and responses, `***` by default replaces the values of header fields such as `Authorization` (except for
/// a known scheme), `Cookie` and `Set-Cookie`, the user information of URLs, and texts that look like JSON Web Tokens.
/// It also replaces the values of query items, form fields, multipart parts and JSON members with names such as
/// `access_token`, `password` and `api_key`. In such a JSON member, a number becomes 0, and a Boolean or null is kept.
/// The value of a query item or form field is hidden as a whole if it contains a field or JSON member with a secret
/// name, or the user information of a URL. `X-Amz-Date` is hidden too, because it changes with each signature. Values
/// with the usual names of page cursors, such as `nextPageToken` and `page_token`, are kept, as are the values of
/// `token_type` and `token_endpoint`; to hide these values, pass their names.
///
/// A secret text from a request is usually also hidden elsewhere in the cassette if it has at least six characters and
/// is not a word such as `password`. A user name beside a password must have at least 16 characters to be hidden
/// elsewhere. A secret text from a response must also contain a digit or have at least 16 characters. If JSON within a
/// longer text is incomplete, spans lines, or is followed by other text on its line, a secret name hides only a string
/// directly after it. In the names of header fields, and of the members of a body that is a single JSON value, only
/// your `values` and secret texts of at least 16 characters are hidden. On replay, a hidden value in the name of such a
/// member matches only a hidden value.
///
/// If a request body is binary and has a `Content-Encoding` or a JSON content type, `***` and a hash replace the body.
/// A compressed response body that the transport does not decompress is recorded as it is, with its secrets.
///
/// Asterisks replace an incomplete last line of JSON Lines. They replace the whole of a body that has a JSON content
/// type and begins like JSON, but is nested more than 100 levels deep or is not valid, for example because of a byte
/// that is not UTF-8, an unpaired surrogate or an invalid line. In a replay, decoding such a response body fails, even
/// if your decoder accepts the original.
///
/// Pass the names of other secrets, and the values of secrets that have no name, for example in a path or plain text:
///
/// ```swift
/// let secrets = CassetteSecrets(names: ["X-Tenant", "iban"], values: [tenantID], harmless: ["code", "sort_key"])
/// let recording = RecordingTransport(URLSessionTransport.shared, to: file, hiding: secrets)
/// ```
///
/// Pass the same secrets to a ``ReplayTransport``, so that it hides the same values before it compares requests.
public struct CassetteSecrets: Sendable {
    let names: Set<String>
    let values: [String]
    let harmless: Set<String>

    /// Creates a set of secrets to hide.
    ///
    /// - Parameters:
    ///   - names: The names of other header fields, query items, form fields, multipart parts and JSON members whose
    ///     values are secret; by default none. The name `cvc` also stands for nested names such as `card[cvc]` and
    ///     `card.cvc`. Case is ignored.
    ///   - values: Texts to hide wherever they occur, even percent-encoded, escaped as in JSON, or in paths and names;
    ///     by default none. A JSON number that contains such a text becomes 0.
    ///   - harmless: Names that look like names of credentials but are not, such as `code` and `sort_key`; by default
    ///     none. Their values are written to disk. In a query item or form field, even secret fields within such a
    ///     value are kept. Case is ignored.
    public init(names: [String] = [], values: [String] = [], harmless: [String] = []) {
        self.names = Set(names.map { $0.lowercased() })
        self.values = values
        self.harmless = Set(harmless.map { $0.lowercased() })
    }
}

extension CassetteSecrets {
    /// The lowercase letters of names that look like names of credentials but are not: a replay needs their values.
    private static let harmlessNames: Set<String> = [
        "continuationtoken", "nextcontinuationtoken", "nextpagetoken", "nexttoken", "pagetoken", "prevpagetoken",
        "tokenendpoint", "tokentype",
    ]

    func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        if names.contains(name) { return true }
        if harmless.contains(name) { return false }
        // Beside a signature in a URL; it changes with each signature.
        if name == "x-amz-date" { return true }
        // Forms name nested values `card[cvc]`, `card.cvc` and `cards[0][cvc]`.
        let last = name.split { "[].".contains($0) }.last { Int($0) == nil }
        if let last, names.contains(String(last)) { return true }
        return !Self.harmlessNames.contains(name.filter(\.isLetter)) && Credentials.isCredential(name)
    }
}

extension CassetteSecrets: _OpaqueType {
    /// The secret and the harmless names, and only the number of values.
    public var description: String { "\(names.sorted()), \(values.count) values, harmless: \(harmless.sorted())" }
}
