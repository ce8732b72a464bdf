#if canImport(FoundationNetworking)
import Dispatch
import Foundation

/// The queue that a session calls its delegate on.
///
/// The session adds a call for each thing that happens, and never waits for the delegate. So a fast network would fill
/// memory with chunks that wait until the delegate has written others to a file.
///
/// `@unchecked Sendable`: nothing in it changes.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// Where a task is woken that waits for what the delegate is told: not where that must not wait.
    static let waking: DispatchQueue? = DispatchQueue(label: "Endpoint.DelegateQueue.waking")

    /// A serial queue gets a thread even when every thread of the concurrent ones is blocked.
    private let serial = DispatchQueue(label: "Endpoint.DelegateQueue")
    private let places = DispatchSemaphore(value: 64)
    private let isInPlace: Bool
    /// Where the configuration has a `URLProtocol`, the session may call from any thread.
    private let lock = NSRecursiveLock()

    /// Creates a queue.
    ///
    /// - Parameter isInPlace: Whether the delegate is called on the queue that all sessions of the process share, which
    ///   costs no change of threads. It must not wait for a session then, as code that cancels a task does, nor call
    ///   code of others. Else it is called on a queue of its own, and the session waits while 64 calls do.
    init(isInPlace: Bool) {
        self.isInPlace = isInPlace
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = serial
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        if isInPlace { return lock.withLock(block) }
        places.wait()
        super.addOperation { [places] in
            block()
            places.signal()
        }
    }
}
#endif
