#if AsyncHTTPClient
import Foundation

/// Lets the thread that reads a body go on when the part before has gone out, and tells it when no more is wanted.
///
/// The client has a future for each part, but forgets it when the exchange ends before the part is out.
///
/// `@unchecked Sendable`: all that changes is touched with `condition` locked. A thread waits here, so a lock alone
/// would not do.
final class PartGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isFree = true
    private var isHeld = false
    private var isShut = false

    /// Waits until a part may go.
    ///
    /// - Returns: `true` if it may go; `false` when no more is wanted.
    func pass() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !isShut, isHeld || !isFree { condition.wait() }
        isFree = false
        return !isShut
    }

    /// A part has gone out.
    func open() { change { isFree = true } }

    /// No more goes out for now: the response says that the request was in vain.
    func hold() { change { isHeld = true } }

    /// The exchange has ended.
    func shut() { change { isShut = true } }

    private func change(_ body: () -> Void) {
        condition.lock()
        body()
        condition.broadcast()
        condition.unlock()
    }
}
#endif
