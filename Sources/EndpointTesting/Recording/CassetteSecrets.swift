/// The secrets that a cassette must not contain, in addition to the credentials that are known by their names.
///
/// By default, `***` replaces the values of header fields such as `Authorization`, `Cookie` and `Set-Cookie`, the user
/// information of URLs, and the values of query items, form fields and JSON members with names such as `access_token`,
/// `password` and `api_key`, in requests and responses; the number in such a JSON member becomes 0. `***` also replaces
/// everything that looks like a JSON Web Token. A value that a request sent in one of these places is hidden in the
/// whole cassette if it has at least six characters and is not a word such as `password`. A value from a response must
/// also contain a digit or have at least 16 characters. The name of a JSON member is hidden only if it contains such a
/// value of at least 16 characters, or one of your `values`.
///
/// Pass the names of other secrets, and the values of secrets that occur in a path or in a body of another type:
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

    /// No secrets beyond those that are known by their names.
    static let none = CassetteSecrets()

    /// Creates a set of secrets to hide.
    ///
    /// - Parameters:
    ///   - names: The names of further header fields, query items, form fields and JSON members whose values are
    ///     secret. Case is ignored.
    ///   - values: Texts that are hidden wherever they occur, percent-encoded or not, including in paths, in names and
    ///     in any text. A JSON number that contains one of them becomes 0.
    ///   - harmless: Names that look like those of credentials but are not, such as `code` and `sort_key`. Their values
    ///     are written to disk.
    public init(names: [String] = [], values: [String] = [], harmless: [String] = []) {
        self.names = Set(names.map { $0.lowercased() })
        self.values = values.filter { !$0.isEmpty }
        self.harmless = Set(harmless.map { $0.lowercased() })
    }
}

extension CassetteSecrets: CustomStringConvertible, CustomReflectable {
    /// The names, and the number of values but not the values themselves.
    public var description: String { "\(names.sorted()), \(values.count) values, harmless: \(harmless.sorted())" }

    /// The mirror that `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
