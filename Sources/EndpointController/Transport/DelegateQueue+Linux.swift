#if canImport(FoundationNetworking)
import Dispatch
import Foundation

/// The queue that a session calls its delegate on, with no more than so many calls waiting.
///
/// The session adds a call for each chunk that it reads from the network, and never waits for the delegate. Where the
/// delegate writes what it gets to a file, a fast network would fill memory with chunks that wait to be written. Here
/// the session waits until one of them is.
///
/// `@unchecked Sendable`: nothing in it changes.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// A serial queue gets a thread even when every thread of the concurrent ones is blocked.
    private let serial = DispatchQueue(label: "Endpoint.DelegateQueue")
    private let places = DispatchSemaphore(value: 64)

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = serial
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        places.wait()
        super.addOperation { [places] in
            block()
            places.signal()
        }
    }
}
#endif
