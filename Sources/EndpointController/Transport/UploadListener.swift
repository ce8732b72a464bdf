import Dispatch

/// Tells whoever wants to know how far an upload is, on a queue of its own, where they may take as long as they like.
package struct UploadListener: Sendable {
    fileprivate let queue = DispatchQueue(label: "Endpoint.UploadListener")
    private let total: Int64?
    private let onUpload: @Sendable (EndpointProgress) -> Void

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - onUpload: What is called; without it there is no listener.
    ///   - total: The length of the body, if it is known.
    package init?(_ onUpload: (@Sendable (EndpointProgress) -> Void)?, total: @autoclosure () -> Int64?) {
        guard let onUpload else { return nil }
        self.onUpload = onUpload
        self.total = total()
    }

    /// Tells that so many bytes have gone out in all.
    package func tell(_ completed: Int64) {
        queue.async { onUpload(EndpointProgress(completed: completed, total: total)) }
    }
}

extension UploadListener? {
    /// Calls a closure when all progress so far has been told: at once if nobody listens.
    package func whenAllIsTold(_ body: @escaping @Sendable () -> Void) {
        guard let self else { return body() }
        self.queue.async(execute: body)
    }
}
