import EndpointController

/// The number of bytes that a server has sent.
final class SentBytes: Sendable {
    private let count = Locked(0)

    func add(_ bytes: Int) {
        count.withLock { $0 += bytes }
    }

    /// Waits until all bytes are sent, or none are sent for 500 ms because the client does not read.
    func waitForEnd(at size: Int) async throws {
        var seen = -1
        while true {
            let count = count.withLock(\.self)
            if count == size || count == seen { return }
            seen = count
            // A server that waits for its client cannot tell how long it will wait, so there is no event to await.
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
