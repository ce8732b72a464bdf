#if !canImport(FoundationNetworking)
import Dispatch
import Endpoint
import Foundation

extension URLSession {
    /// Indicates whether a request of any method is sent again when a connection that was used before turns out to be
    /// closed.
    static let resendsOnReusedConnections = false
}

extension URLSessionTask {
    /// Ends a task whose exchange is abandoned.
    func abandon(_ timeOfSilence: @escaping @Sendable () -> Double) {
        cancel()
    }
}

/// The preparation of the body of a request.
enum UploadBody {
    /// Starts the request as it is: streams are read as the network takes them.
    ///
    /// `URLSession` would wait for the rest of a body that ends early, so the exchange ends when the body fails.
    static func prepare(
        _ request: URLRequest,
        for exchange: Exchange,
        _ start: @escaping @Sendable (URLRequest, _ file: URL?) -> Void
    ) {
        request.httpBodyStream?.onBodyFailure { exchange.channel.abandon(.invalidRequest($0)) }
        start(request, nil)
    }
}

/// The queue that a session calls its delegate on.
///
/// `@unchecked Sendable`: like its superclass, to which it adds nothing.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// The queue that wakes a task that waits for a call of the delegate; nil for the queue of the delegate.
    static let waking: DispatchQueue? = nil

    /// Creates a queue.
    ///
    /// - Parameter isInPlace: On Linux, `true` if it does not have its own thread; not used here.
    init(isInPlace: Bool) {
        super.init()
        maxConcurrentOperationCount = 1
        // Calls wait for this queue: with the default quality of service, a busy system would run it after them.
        qualityOfService = .userInitiated
    }
}
#endif
