/// The time to wait before each reconnection of a stream.
struct ReconnectionWait: Sendable {
    private static let longest = Duration.seconds(60)

    /// The time that the stream has asked for; nil if it has not asked.
    var retry: Duration?

    /// The number of attempts to reconnect since the last event.
    var attempts = 0

    /// Returns the time to wait before the next attempt, and counts that attempt.
    ///
    /// The first wait is the time that the stream asked for, at most a day; by default 3 seconds. Later waits grow
    /// exponentially, with random variation, up to a minute, or up to the first wait if that is longer.
    mutating func next() -> Duration {
        defer { attempts += 1 }
        let first = min(retry ?? .seconds(3), .seconds(86_400))
        guard attempts > 0 else { return first }
        // A stream may ask for a wait of zero, which doubling does not lengthen.
        let shortest = max(first, .milliseconds(50))
        let wait = min(shortest * (1 << min(attempts, 16)), max(shortest, Self.longest))
        // Clients that lost their connections to the same server should not all reconnect at the same moment.
        return max(shortest, wait * Double.random(in: 0.5...1))
    }
}
