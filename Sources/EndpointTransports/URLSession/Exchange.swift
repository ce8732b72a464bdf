import Foundation

/// One request in progress.
struct Exchange: Sendable {
    /// The channel for the response; on Apple platforms, its task pauses while more than 4 MiB are unread.
    let channel = EndpointResponseChannel(limit: 4_194_304)
    private let bodyLength: Int64?
    private let onUpload: (@Sendable (EndpointProgress) -> Void)?

    init(_ request: URLRequest, _ context: EndpointTransportContext) {
        bodyLength = context.onUpload == nil ? nil : request.bodyLength
        onUpload = context.onUpload
    }

    /// Reports the progress of the upload, unless the exchange is abandoned.
    func reportProgress(_ total: Int64) {
        guard let onUpload, !channel.isAbandoned else { return }
        onUpload(EndpointProgress(completed: total, total: bodyLength))
    }

    /// Handles the event that a task has received a head.
    ///
    /// An interim response is ignored. A switch to another protocol (RFC 9110, section 15.2.2) and an invalid length
    /// are refused.
    func didReceive(_ response: URLResponse, by task: URLSessionTask) {
        let head = (response as? HTTPURLResponse).map(EndpointResponseHead.init)
        guard let head, head.statusCode == 101 || !(100..<200).contains(head.statusCode) else { return }
        guard head.statusCode != 101, !head.hasInvalidLength(method: task.originalRequest?.httpMethod) else {
            channel.finish(throwing: .notResponding(URLError(.badServerResponse)))
            return task.abandon()
        }
        channel.send(head)
    }
}
