import EndpointSupport
import EndpointTransports

/// The number of bytes that a server has sent.
final class SentBytes: Sendable {
    private let count = Locked(0)

    func add(_ bytes: Int) {
        count.withLock { $0 += bytes }
    }

    /// Waits until all bytes have been sent, or until none have been sent for 500 ms, usually because the client does
    /// not read.
    func waitForEnd(at size: Int) async throws {
        var seen = -1
        while true {
            let count = count.withLock(\.self)
            if count == size || count == seen { return }
            seen = count
            // There is no event to wait for: a server that is blocked while it sends cannot report that.
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
