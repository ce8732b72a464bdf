/// The parts of a URL before its fragment, still percent-encoded.
struct URLParts {
    /// The scheme and the authority, including any user information.
    let origin: String
    let path: String
    let query: String?

    init(_ url: String) {
        let main = url.prefix { $0 != "#" }
        let beforeQuery = main.prefix { $0 != "?" }
        query = beforeQuery.endIndex == main.endIndex ? nil : String(main[beforeQuery.endIndex...].dropFirst())
        let parts = beforeQuery.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        origin = parts.prefix(3).joined(separator: "/")
        path = "/" + (parts.count > 3 ? parts[3] : "")
    }
}
