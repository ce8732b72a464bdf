import Dispatch
import Endpoint
import Foundation

/// One request in progress, which receives the events of its task from the session's delegate.
final class Exchange: Sendable {
    private struct State {
        var bodyFile: TemporaryFile?
        /// The count of the bytes transferred after the exchange was abandoned; nil until then.
        var unwanted: UnwantedBody?
        var receivedCount: Int64 = 0
    }

    /// The maximum number of bytes that wait in memory for the reader.
    ///
    /// Further bytes wait in a file. On Linux, a task cannot be paused: `suspend()` closes the connection, and
    /// `resume()` sends the request again.
    private static let memoryLimit = 4 * 1_048_576

    let channel: EndpointResponseChannel
    /// The number of bytes in the request's body; nil if it is unknown or not needed.
    private let bodyLength: Int64?
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let state = Locked(State())

    init(_ context: EndpointTransportContext, bodyLength: Int64?) {
        self.bodyLength = bodyLength
        onUpload = context.onUpload
        channel = EndpointResponseChannel(
            limit: .max, ChunkBuffer(memoryLimit: Self.memoryLimit), wakingOn: DelegateQueue.waking)
    }

    /// Creates a temporary file for the request's body, and retains it until the exchange is complete.
    func makeBodyFile() throws -> TemporaryFile {
        let file = try TemporaryFile()
        state.withLock { $0.bodyFile = file }
        return file
    }

    /// Ends the task of the exchange when the exchange is abandoned.
    func follow(_ task: URLSessionTask, onAbandon: @escaping @Sendable () -> Void) {
        channel.whenAbandoned { [self] in
            let file = state.withLock { state in
                state.unwanted = UnwantedBody()
                return state.bodyFile
            }
            file?.removeContent()
            onAbandon()
            task.abandon { [self] in timeOfSilence }
        }
    }

    /// The value of `UnwantedBody.timeOfSilence`, or 0 until the exchange is abandoned.
    var timeOfSilence: Double { state.withLock { $0.unwanted?.timeOfSilence ?? 0 } }

    /// Handles the event that a task has received a head.
    ///
    /// An interim response is ignored. A switch to another protocol (RFC 9110, section 15.2.2) and an invalid length
    /// are refused.
    func didReceive(_ response: URLResponse, by task: URLSessionTask) {
        let head = (response as? HTTPURLResponse).map(EndpointResponseHead.init)
        guard let head, head.statusCode == 101 || !(100..<200).contains(head.statusCode) else { return }
        guard head.statusCode != 101, !head.hasInvalidLength(method: task.originalRequest?.httpMethod) else {
            complete(.notResponding(URLError(.badServerResponse)))
            return task.abandon { .infinity }
        }
        channel.send(head)
    }

    /// Reports the progress of the upload.
    func reportProgress(_ total: Int64) {
        onUpload?(EndpointProgress(completed: total, total: bodyLength))
    }

    /// Handles the event that a task has sent bytes of the request's body.
    func didSend(_ count: Int, total: Int64, by task: URLSessionTask) {
        let (isWanted, mustEnd) = state.withLock { state in
            // By now, the session has opened the file.
            if count > 0 { state.bodyFile?.removeName() }
            // The upload of a file that was emptied ends by itself.
            let mustEnd = state.bodyFile == nil && state.unwanted?.mustEnd(after: count) == true
            return (state.unwanted == nil, mustEnd)
        }
        if isWanted { reportProgress(total) }
        if mustEnd { task.cancelSoon() }
    }

    /// The number of bytes of the response's body that have arrived.
    var receivedCount: Int64 { state.withLock(\.receivedCount) }

    /// Handles the event that a task has received a chunk of the response's body.
    func didReceive(_ chunk: Data, by task: URLSessionTask) {
        let mustEnd = state.withLock { state in
            state.receivedCount += Int64(chunk.count)
            return state.unwanted?.mustEnd(after: chunk.count) == true
        }
        channel.send(chunk)
        if mustEnd { task.cancelSoon() }
    }

    /// Ends the response; the error is nil if the response has arrived whole.
    func complete(_ error: EndpointTransportError?) {
        channel.finish(throwing: error)
        state.withLock { $0.bodyFile = nil }
    }
}

extension URLSessionTask {
    /// The queue on which a delegate cancels tasks.
    static let cancelling = DispatchQueue(label: "Endpoint.URLSessionTask.cancelling")

    /// Cancels the task, but not on this thread: if the session waits for its delegate, the delegate must not wait for
    /// the session.
    func cancelSoon() {
        Self.cancelling.async { self.cancel() }
    }
}
