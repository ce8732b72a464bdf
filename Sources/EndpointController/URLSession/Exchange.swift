import Endpoint
import Foundation

/// One request under way: where the delegate of the session puts what happens to its task.
final class Exchange: Sendable {
    private struct State {
        var bodyFile: TemporaryFile?
        /// The count of the bytes that have come since nothing reads any more.
        var unwanted: UnwantedBody?
    }

    /// The number of bytes that wait in memory for the reader.
    ///
    /// The rest waits in a file: on Linux a task cannot be made
    /// to wait, because `suspend()` closes the connection, and `resume()` sends the request again.
    private static let memoryLimit = 4 * 1_048_576

    /// The channel from which the caller reads the response.
    let channel: EndpointResponseChannel
    /// The length of the request's body, if it is known.
    private let bodyLength: Int64?
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?
    private let state = Locked(State())

    init(_ context: EndpointTransportContext, bodyLength: Int64?) {
        self.bodyLength = bodyLength
        onUpload = context.onUpload
        channel = EndpointResponseChannel(
            context, limit: .max, ChunkBuffer(memoryLimit: Self.memoryLimit) { try SpoolFile() },
            wakingOn: DelegateQueue.waking)
    }

    /// Keeps the file that the request's body is read from, until the response has ended.
    func keep(_ file: TemporaryFile) {
        state.withLock { $0.bodyFile = file }
    }

    /// The task has been made.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - onAbandon: Called when nothing waits for it any more.
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

    /// The number of seconds in which nothing has come or gone of a response that nothing reads.
    var timeOfSilence: Double { state.withLock { $0.unwanted?.timeOfSilence ?? 0 } }

    /// The server speaks another protocol from now on, which no request asks for (RFC 9110, section 15.2.2).
    func refuse(_ task: URLSessionTask) {
        complete(.failure(.notResponding(URLError(.badServerResponse))))
        task.abandon { .infinity }
    }

    /// A part of the request's body has gone out.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes in the part.
    ///   - total: The number of bytes that have gone out in all.
    /// - Returns: `true` if the task is to be cancelled now, because nothing waits for the response and there is much
    ///   to go.
    func reportSent(_ bytes: Int, total: Int64) -> Bool {
        let isToEnd = state.withLock { state -> Bool? in
            // The session has the file open.
            if bytes > 0 { state.bodyFile?.removeName() }
            // A file that was emptied ends by itself.
            return state.bodyFile == nil ? state.unwanted?.isToEnd(after: bytes) : state.unwanted.map { _ in false }
        }
        if isToEnd == nil { onUpload?(EndpointProgress(completed: total, total: bodyLength)) }
        return isToEnd ?? false
    }

    /// A chunk of the body has arrived.
    ///
    /// - Returns: `true` if the task is to be cancelled now, because nothing waits for the rest and there is much of
    ///   it.
    func receive(_ chunk: Data) -> Bool {
        if let isToEnd = state.withLock({ $0.unwanted?.isToEnd(after: chunk.count) }) { return isToEnd }
        channel.send(chunk)
        return false
    }

    /// The response has ended, or there will be none.
    func complete(_ result: Result<Void, EndpointTransportError>) {
        channel.finish(result)
        state.withLock { $0.bodyFile = nil }
    }
}
