/// A request that arrived at a server.
struct Visit: Equatable, Sendable {
    var server: String
    var method: String
    /// The path and the query, as they arrived.
    var target: String
    var authorization: String?
    var verdict: Verdict
    var statusCode: Int
}
