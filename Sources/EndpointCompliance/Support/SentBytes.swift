import Foundation

/// The number of bytes that a server has sent.
///
/// `@unchecked Sendable`: the count is accessed only with `lock` held.
final class SentBytes: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func add(_ bytes: Int) {
        lock.withLock { count += bytes }
    }

    /// Waits until all bytes are sent, or sending stops because the client does not read.
    func waitForEnd(at size: Int) async throws {
        var seen = -1
        while true {
            let count = lock.withLock { self.count }
            if count == size || count == seen { return }
            seen = count
            // A server that waits for its client cannot tell how long it will wait, so there is no event to await.
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
