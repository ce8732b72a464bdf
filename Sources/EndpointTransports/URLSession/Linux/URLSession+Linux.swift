#if canImport(FoundationNetworking)
import Dispatch
import Endpoint
import Foundation

extension URLSession {
    /// A Boolean value that indicates whether a session sends even a POST again when a reused connection turns out to
    /// be closed.
    static let resendsOnReusedConnections = true

    /// A Boolean value that indicates whether a session reports the end of a successful response only after the whole
    /// request has been sent, and over HTTP/2 perhaps never.
    static let reportsEndAfterRequest = true

    /// The answer to the challenge of a proxy: the call gets the response of the proxy.
    static let answerToProxies = AuthChallengeDisposition.rejectProtectionSpace

    /// Indicates whether a session would remove dot segments from the path of a URL, and so load another resource.
    static func changesPath(of url: URL) -> Bool {
        let path = url.path(percentEncoded: true) + "/"
        return path.range(of: "/./") != nil || path.range(of: "/../") != nil
    }

    /// The number of abandoned tasks at which a session is replaced.
    ///
    /// Each of these tasks can hold a connection, and a session opens at most six to a host by default.
    static let abandonedLimit = 3

    /// Indicates whether an error with the code `cannotConnectToHost` may have a cause other than a failed or refused
    /// connection.
    ///
    /// If one address of a host refuses the connection, each later error of the request has this code, even if another
    /// address has received the request. So if the error has a text from libcurl, the code is trusted only if that text
    /// is about connecting.
    static func mayMisreport(_ error: any Error) -> Bool {
        guard let text = (error as? URLError)?.userInfo[NSLocalizedDescriptionKey] as? String else { return false }
        return !["failed to connect", "couldn't connect", "could not connect", "connection refused"]
            .contains(where: text.lowercased().contains)
    }

    /// Indicates whether an error says, in the words of libcurl, that the session does not know the content coding.
    static func cannotDecode(_ error: any Error) -> Bool {
        error.localizedDescription.contains("content encoding")
    }
}

extension URLSessionTask {
    private static let reaping = DispatchQueue(label: "Endpoint.URLSessionTask.reaping")

    /// The time, in seconds, that a session gets to reach the end of a file that was emptied.
    private static let timeToRead: TimeInterval = 1

    /// The number of seconds without a byte of a body after which an abandoned task with a response is cancelled.
    private static let silence = 0.05

    /// The time, in seconds, for which a task without a response or a file is left alone: longer than a name look-up.
    ///
    /// Cancelling a task during its name look-up holds up all other tasks.
    private static let patience: TimeInterval = 35

    /// Ends the task, which is no longer needed, as soon as that is safe.
    ///
    /// Cancelling a task just as it completes can end or block the process. So the task is left alone until one of
    /// these conditions is met:
    /// - The response has begun, and no byte of a body has been sent or has arrived for a while, so the task is
    ///   unlikely to be completing. (`UnwantedBody` limits a transfer that continues.)
    /// - The response has not begun after a long time: it may be a redirect, which the session hides, or it may never
    ///   begin.
    /// - The session has had time to reach the end of the uploaded file, which has been emptied. Cancelling the task
    ///   while the session waits for bytes of the file may end the process.
    func abandon(_ timeOfSilence: @escaping @Sendable () -> Double) {
        let hasResponse = response != nil
        let wait = hasResponse ? Self.silence : self is URLSessionUploadTask ? Self.timeToRead : Self.patience
        Self.reaping.asyncAfter(deadline: .now() + wait) { [weak self] in
            guard let self, state == .running else { return }
            if (response != nil) == hasResponse, timeOfSilence() >= min(wait, Self.silence) { return cancel() }
            abandon(timeOfSilence)
        }
    }
}
#endif
