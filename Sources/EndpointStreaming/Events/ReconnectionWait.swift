/// The time to wait before each reconnection of a stream.
struct ReconnectionWait: Sendable {
    /// The time that the stream has asked for; nil if it has not asked.
    var retry: Duration?

    /// The number of attempts to reconnect since the last event.
    var attempts = 0

    /// The minimum of the next wait, for a stream that asks for less and ends again and again.
    private var minimum = Duration.milliseconds(100)

    /// Computes the time to wait before the next attempt, and counts that attempt.
    ///
    /// The first wait is the time that the stream asked for, at most a day; by default 3 seconds. Later waits grow
    /// exponentially, with random variation, up to a minute, or up to the first wait if that is longer.
    ///
    /// - Parameter duration: The time that the last connection lasted.
    /// - Returns: The time to wait.
    mutating func next(afterConnectionOf duration: Duration) -> Duration {
        if duration >= .seconds(1) { minimum = .milliseconds(100) }
        let first = max(min(retry ?? .seconds(3), .seconds(86_400)), minimum)
        defer { attempts += 1 }
        if attempts == 0 {
            minimum = min(minimum * 2, .seconds(1))
            return first
        }
        let wait = min(first * (1 << min(attempts, 16)), max(first, .seconds(60)))
        // Clients that lost their connections to the same server should not all reconnect at the same moment.
        return max(first, wait * Double.random(in: 0.5...1))
    }
}
