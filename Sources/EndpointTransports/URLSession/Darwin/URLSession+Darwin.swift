#if !canImport(FoundationNetworking)
import Dispatch
import Endpoint
import Foundation

extension URLSession {
    /// A Boolean value that indicates whether a session sends even a POST again when a reused connection turns out to
    /// be closed.
    static let resendsOnReusedConnections = false

    /// A Boolean value that indicates whether a session reports the end of a successful response only after the whole
    /// request has been sent.
    static let reportsEndAfterRequest = false

    /// The answer to the challenge of a proxy: the session may use credentials that the system has for the proxy.
    static let answerToProxies = AuthChallengeDisposition.performDefaultHandling

    /// Indicates whether a session would remove dot segments from the path of a URL.
    static func changesPath(of url: URL) -> Bool { false }

    /// The number of abandoned tasks at which a session is replaced: unlimited, because a cancelled task frees its
    /// connection.
    static let abandonedLimit = Int.max

    /// Indicates whether an error with the code `cannotConnectToHost` may have a cause other than a failed or refused
    /// connection.
    static func mayMisreport(_ error: any Error) -> Bool { false }

    /// Indicates whether an error says that the session does not know the content coding.
    static func cannotDecode(_ error: any Error) -> Bool { false }
}

extension URLSessionTask {
    /// Ends the task, which is no longer needed.
    func abandon(_ timeOfSilence: @escaping @Sendable () -> Double) {
        cancel()
    }
}

/// The preparation of the body of a request.
enum UploadBody {
    /// Starts the request: the session reads a stream as fast as the network accepts its bytes.
    ///
    /// If an endpoint's body cannot be read to its end, its stream does not end, so the exchange is abandoned. A stream
    /// that has been opened before is replaced or refused, because a session that gets such a stream ends the process.
    static func prepare(
        _ request: URLRequest,
        for exchange: Exchange,
        _ start: @escaping @Sendable (URLRequest, _ file: URL?) -> Void
    ) {
        var request = request
        if let stream = request.httpBodyStream, stream.streamStatus != .notOpen {
            guard let new = try? request.endpointBody?.makeInputStream() else {
                let error = EndpointRequestError.unreadableStream(CocoaError(.fileReadUnknown))
                return exchange.complete(.invalidRequest(error))
            }
            request.httpBodyStream = new
        }
        request.httpBodyStream?.onBodyFailure { exchange.channel.abandon(.invalidRequest($0)) }
        start(request, nil)
    }
}

/// The queue on which a session calls its delegate.
///
/// `@unchecked Sendable`: like its superclass, to which it adds no state.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// The queue on which a channel wakes its reader; nil for the delegate's queue.
    static let waking: DispatchQueue? = nil

    /// Creates a queue; on Apple platforms, `isInPlace` has no effect.
    init(isInPlace: Bool) {
        super.init()
        maxConcurrentOperationCount = 1
        // Calls wait for this queue. With the default quality of service, a busy system would run the threads of the
        // calls first.
        qualityOfService = .userInitiated
    }
}
#endif
