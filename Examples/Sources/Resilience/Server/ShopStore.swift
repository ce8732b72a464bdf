/// The state of the shop, in memory.
actor ShopStore {
    private(set) var tally = Tally()
    private(set) var orders: [Order] = []
    private var ordersByKey: [String: Order] = [:]
    private var failures: [Int] = []
    private var generation = 1
    private var isExpired = false
    private var isRevoked = false
    private var stock = 3

    /// Returns the counts, and resets them.
    func takeTally() -> Tally {
        defer { tally = Tally() }
        return tally
    }

    // MARK: - Failures

    /// Makes the next requests fail with these status codes, one after another.
    func fail(with statusCodes: [Int]) {
        failures = statusCodes
    }

    /// Returns the status code with which the next request fails; nil if it does not fail.
    func nextFailure() -> Int? {
        guard !failures.isEmpty else { return nil }
        tally.failed += 1
        return failures.removeFirst()
    }

    // MARK: - Tokens

    var accessToken: String { "access-\(generation)" }
    var refreshToken: String { "refresh-\(generation)" }

    /// Lets the current access token expire, but not its refresh token.
    func expireToken() {
        isExpired = true
    }

    /// Counts a request, and returns whether its token is valid.
    func accepts(_ authorization: String?) -> Bool {
        tally.requests += 1
        let isValid = !isRevoked && !isExpired && authorization == "Bearer \(accessToken)"
        if !isValid { tally.refused += 1 }
        return isValid
    }

    /// Replaces both tokens if the refresh token is valid, and returns whether it is.
    ///
    /// Using a refresh token twice ends the session, because the token may have been stolen.
    func renew(with refreshToken: String?) -> Bool {
        tally.renewals += 1
        guard refreshToken == self.refreshToken, !isRevoked else {
            isRevoked = true
            return false
        }
        generation += 1
        isExpired = false
        return true
    }

    // MARK: - Books and orders

    /// The number of books in stock, with a tag that changes with it.
    var stockWithTag: (Int, tag: String) { (stock, "\"\(stock)\"") }

    func noteUnchanged() {
        tally.unchanged += 1
    }

    /// Carries out an order once, however often it arrives with the same key.
    func place(_ order: Order, key: String?) -> Order {
        if let key, let placed = ordersByKey[key] { return placed }
        let placed = Order(book: order.book, number: orders.count + 1)
        orders.append(placed)
        stock -= 1
        if let key { ordersByKey[key] = placed }
        return placed
    }
}
