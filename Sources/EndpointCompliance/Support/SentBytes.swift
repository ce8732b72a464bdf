import Foundation

/// The number of bytes that a server has sent.
///
/// `@unchecked Sendable`: the count is touched with `lock` held.
final class SentBytes: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func add(_ bytes: Int) {
        lock.withLock { count += bytes }
    }

    /// Waits until all is sent, or no more goes out because it is not read.
    func waitForEnd(at size: Int) async throws {
        var seen = -1
        while true {
            let count = lock.withLock { self.count }
            if count == size || count == seen { return }
            seen = count
            // A server that has to wait for its client does not know for how long, so there is nothing to await.
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
