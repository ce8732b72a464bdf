#if canImport(FoundationNetworking)
import Dispatch
import Foundation

/// The queue on which a session calls its delegate.
///
/// The session adds a call for each event without waiting for the delegate. So without a limit, a fast network would
/// fill memory with chunks that wait while the delegate writes earlier chunks to a file.
///
/// `@unchecked Sendable`: like its superclass, to which it adds no mutable state.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// The queue on which a channel wakes its reader: waking may block, and the delegate's queue must not be blocked.
    static let waking: DispatchQueue? = DispatchQueue(label: "Endpoint.DelegateQueue.waking")

    /// The underlying queue, which is serial: it gets a thread even when every thread of the concurrent queues is
    /// blocked.
    private let serial = DispatchQueue(label: "Endpoint.DelegateQueue")
    private let places = DispatchSemaphore(value: 64)
    private let isInPlace: Bool
    /// The lock around calls in place: with a `URLProtocol`, the session may call the delegate from any thread.
    private let lock = NSRecursiveLock()

    /// Creates a queue.
    ///
    /// - Parameter isInPlace: `true` to call the delegate in place, on the queue that all sessions of the process
    ///   share: this avoids a thread switch. The delegate must then not wait for a session (cancelling a task does),
    ///   and must not call code from outside the library. `false` to call the delegate on a separate queue; the session
    ///   then waits while 64 calls are pending.
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
