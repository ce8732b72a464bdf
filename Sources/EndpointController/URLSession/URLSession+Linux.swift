#if canImport(FoundationNetworking)
import Dispatch
import Endpoint
import Foundation

extension URLSession {
    /// Whether a request is sent again, whatever its method, when a connection that was used before turns out to be
    /// closed.
    static let resendsOnReusedConnections = true
}

extension URLSessionTask {
    private static let reaping = DispatchQueue(label: "Endpoint.URLSessionTask.reaping")

    /// How long it takes at most to read the rest of a file that was emptied, in seconds.
    private static let timeToRead: TimeInterval = 1

    /// The longest time that nobody waits for a task and it is left alone, in seconds.
    private static let patience: TimeInterval = 67

    /// What to do with a task that nobody waits for any more.
    ///
    /// Nothing at once: to cancel a task that completes at that moment ends the process. Where nothing more arrives,
    /// the session itself ends the task in time. Where a body arrives, it is cancelled after a while: see
    /// `UnwantedBody`. What is left is a response whose head never ends, and a redirect whose body never does, which
    /// the session hides. They are cancelled once any other task has ended. So is an upload whose file was emptied, once
    /// nothing is left to be read: to cancel it while the session waits for the file may end the process.
    func abandon() {
        let isUpload = self is URLSessionUploadTask
        let timeout = (originalRequest?.timeoutInterval ?? Self.patience) + 1
        let patience = isUpload ? Self.timeToRead : min(timeout, Self.patience)
        Self.reaping.asyncAfter(deadline: .now() + patience) { [weak self] in
            guard let self, state == .running, response == nil else { return }
            cancel()
        }
    }
}
#endif
