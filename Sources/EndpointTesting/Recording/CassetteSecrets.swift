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
/// In a text that is not a single JSON value, such as events, JSON Lines or a log, a secret name hides the string,
/// number, object or array after it. If the end of an object or array is missing or nested more than 100 levels deep,
/// `***` replaces the rest of the text.
///
/// ## What is not hidden
///
/// A hidden value may occur again in a part that no name marks. ``RecordingTransport/save()`` searches the cassette for
/// the first 256 bytes of each: plain, percent-encoded, escaped as in JSON, and within base64. If it finds one, it
/// throws ``CassetteError/unhiddenSecret(_:exchange:part:reason:)`` and writes nothing. The length of a value matters:
///
/// | bytes in UTF-8 | a value with a secret name | one of your `values` |
/// |---|---|---|
/// | 1 to 3 | is not searched for | is replaced, except in base64 |
/// | 4 to 7 | is an error as a whole word that contains a digit, except in base64 | is replaced, except in base64 |
/// | 8 or more | is an error, unless it is a word such as `password` | is replaced, and an error in base64 |
///
/// The name of a user beside a password is searched for if it has at least 16 bytes. Files are recorded as they are:
/// the search does not read archives, images and encrypted data. The same error stops a response body that is
/// compressed, because its transport did not decompress it. If a request body is compressed, or is binary and has a
/// JSON content type, `***` and a hash replace it.
///
/// ## Pass your secrets
///
/// Pass the names of other secrets, and the values of secrets that have no name, for example in a path or plain text:
///
/// ```swift
/// let secrets = CassetteSecrets(names: ["X-Tenant", "iban"], values: [tenantID], harmless: ["code", "sort_key"])
/// let recording = RecordingTransport(SystemTransport.shared, to: file, hiding: secrets)
/// ```
///
/// Pass the same secrets to a ``ReplayTransport``, so that it hides the same values before it compares requests.
public struct CassetteSecrets: Sendable {
    let names: Set<String>
    let values: [String]
    let harmless: Set<String>
    /// A search for the values, which is expensive to create.
    let search: SecretSearch

    /// Creates a set of secrets to hide.
    ///
    /// - Parameters:
    ///   - names: The names of other header fields, query items, form fields, multipart parts and JSON members whose
    ///     values are secret; by default none. The name `cvc` also stands for nested names such as `card[cvc]` and
    ///     `card.cvc`. Case is ignored.
    ///   - values: Texts to hide wherever they occur, even percent-encoded, escaped as in JSON, or in paths and names;
    ///     by default none. A JSON number that contains such a text becomes 0. Within base64, a text of at least 8
    ///     bytes is an error when the cassette is saved.
    ///   - harmless: Names that look like names of credentials but are not, such as `code` and `sort_key`; by default
    ///     none. Their values are written to disk. In a query item or form field, even secret fields within such a
    ///     value are kept. Case is ignored.
    public init(names: [String] = [], values: [String] = [], harmless: [String] = []) {
        self.names = Set(names.map { $0.lowercased() })
        self.values = values
        self.harmless = Set(harmless.map { $0.lowercased() })
        search = SecretSearch(values)
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
        // Forms name nested values `card[cvc]`, `card.cvc` and `cards[0][cvc]`.
        let last = name.split { "[].".contains($0) }.last { Int($0) == nil }
        for name in [name, String(last ?? "")] {
            if names.contains(name) { return true }
            if harmless.contains(name) { return false }
        }
        // Beside a signature in a URL; it changes with each signature.
        if name == "x-amz-date" { return true }
        return !Self.harmlessNames.contains(name.filter(\.isLetter)) && Redaction.standard.isSecret(name)
    }
}

extension CassetteSecrets: _OpaqueType {
    /// The secret and the harmless names, and only the number of values.
    public var description: String { "\(names.sorted()), \(values.count) values, harmless: \(harmless.sorted())" }
}
