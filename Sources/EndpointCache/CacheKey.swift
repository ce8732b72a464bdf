/// The key of a stored response: a response for one key never answers a request with another key.
struct CacheKey: Sendable {
    /// A header field with its name in lower case.
    struct Field: Hashable, Comparable, Sendable {
        var name: String
        var value: String

        static func == (lhs: Field, rhs: Field) -> Bool { lhs.name == rhs.name && lhs.value.hasBytes(of: rhs.value) }

        static func < (lhs: Field, rhs: Field) -> Bool { (lhs.name, lhs.value) < (rhs.name, rhs.value) }
    }

    /// The text that the URL of the request shares with all equivalent URLs.
    let url: String

    /// The request fields that may tell one user from another, sorted.
    let identity: [Field]
}
