/// The secrets that a cassette must not hold, beyond the credentials that are known by their names.
///
/// By default, `***` stands for the values of header fields such as `Authorization`, `Cookie` and `Set-Cookie`, for the
/// user information of URLs, and for query items, form fields and JSON members with names such as `access_token`,
/// `password` and `api_key`, in requests and responses, and for everything that looks like a JSON Web Token. A value
/// that a request sent in one of these places is also hidden wherever else it occurs in the cassette, if it has six
/// characters or more and is not a word such as `password`. A value from a response must also have a digit, or 16
/// characters or more. The names of JSON members are hidden only if they hold such a secret of 16 characters or more,
/// or a value of yours.
///
/// A secret under a name that is not known, in a path or in a body of another type, has to be named:
///
/// ```swift
/// let secrets = CassetteSecrets(names: ["X-Tenant", "iban"], values: [tenantID], harmless: ["code", "sort_key"])
/// let recording = RecordingTransport(URLSessionTransport.shared, to: file, hiding: secrets)
/// ```
///
/// Give a ``ReplayTransport`` the same, so that it compares like with like.
public struct CassetteSecrets: Sendable {
    let names: Set<String>
    let values: [String]
    let harmless: Set<String>

    /// None but those that are known by their names.
    static let none = CassetteSecrets()

    /// Creates a set of secrets to hide.
    ///
    /// - Parameters:
    ///   - names: The names of further header fields, query items, form fields and JSON members whose values are
    ///     secret, in upper or lower case.
    ///   - values: Texts that are hidden wherever they occur, percent-encoded or not, also in paths, in names and in
    ///     text of any kind. A number of JSON in which one occurs becomes 0.
    ///   - harmless: Names that are taken for those of credentials but are not: `code` and `sort_key`, for example.
    ///     Their values go to disk.
    public init(names: [String] = [], values: [String] = [], harmless: [String] = []) {
        self.names = Set(names.map { $0.lowercased() })
        self.values = values.filter { !$0.isEmpty }
        self.harmless = Set(harmless.map { $0.lowercased() })
    }
}

extension CassetteSecrets: CustomStringConvertible, CustomReflectable {
    /// The names, without the values.
    public var description: String { "\(names.sorted()), \(values.count) values, harmless: \(harmless.sorted())" }

    /// The mirror that `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
