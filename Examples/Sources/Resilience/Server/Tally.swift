/// The numbers of requests that arrived at the shop, by what became of them.
struct Tally: Equatable, Sendable {
    /// Requests to the shop, without renewals.
    var requests = 0
    /// Those that it answered with 500 or 503.
    var failed = 0
    /// Those that it answered with 401.
    var refused = 0
    /// Those that it answered with 304.
    var unchanged = 0
    var renewals = 0
}
