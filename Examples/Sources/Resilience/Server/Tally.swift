/// The numbers of requests that arrived at the shop, by their outcome.
struct Tally: Equatable, Sendable {
    /// Requests to the shop, without renewals.
    var requests = 0
    /// Requests that the shop answered with 500 or 503.
    var failed = 0
    /// Requests that the shop answered with 401.
    var refused = 0
    /// Requests that the shop answered with 304.
    var unchanged = 0
    var renewals = 0
}
