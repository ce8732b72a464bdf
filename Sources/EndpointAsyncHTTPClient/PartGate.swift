#if AsyncHTTPClient
import Foundation

/// A gate where the thread that reads a body waits until the previous part is sent, and learns when to stop.
///
/// The thread cannot wait for the client's future for a part: if the exchange ends before the part is sent, that future
/// never completes.
///
/// `@unchecked Sendable`: all mutable state is accessed only with `condition` locked. A thread waits here, so a lock
/// alone is not enough.
final class PartGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isFree = true
    private var isHeld = false
    private var isShut = false

    /// Waits until a part may be sent.
    ///
    /// - Returns: `true` if it may be sent; `false` if no more parts are wanted.
    func pass() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !isShut, isHeld || !isFree { condition.wait() }
        isFree = false
        return !isShut
    }

    /// Reports that a part was sent.
    func open() { change { isFree = true } }

    /// Pauses sending after a status of 300 or above, because the server may not want the rest.
    func hold() { change { isHeld = true } }

    /// Stops sending for good, because the exchange has ended or the caller has given up.
    func shut() { change { isShut = true } }

    private func change(_ body: () -> Void) {
        condition.lock()
        body()
        condition.broadcast()
        condition.unlock()
    }
}
#endif
