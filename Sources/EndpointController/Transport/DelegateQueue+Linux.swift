#if canImport(FoundationNetworking)
import Foundation

/// The queue that a session calls its delegate on: the one that it is on anyway.
///
/// The session adds a call for each thing that happens, and never waits for it. Called in place, the delegate costs no
/// change of threads, and a fast network cannot fill memory with chunks that wait for it.
///
/// So the delegate must not wait for the session, as whoever cancels a task does, nor call code of others.
///
/// `@unchecked Sendable`: as its superclass, to which it adds nothing.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif
