import Dispatch
public import Foundation

extension URLRequest {
    /// Reads the body, for example to hash or to sign it before it is sent.
    ///
    /// ```swift
    /// var hash = SHA256()
    /// try await request.readBody { hash.update(data: $0) }
    /// ```
    ///
    /// Files and streams are read on a dispatch queue, 64 KiB at a time. The request can still be sent: a controller
    /// makes a new stream for each request that it sends.
    ///
    /// - Parameter receive: A closure that is called with each chunk, in order; never for a request without a body.
    /// - Throws: ``EndpointRequestError`` if the body cannot be read, also for a stream that was not made from an
    ///   ``HTTPBody``, which can be read only once; `CancellationError`; rethrows errors from `receive`.
    public nonisolated(nonsending) func readBody(_ receive: (Data) throws -> Void) async throws {
        if let httpBody { return try receive(httpBody) }
        guard let httpBodyStream else { return }
        guard let body = BodyInputStream.body(of: httpBodyStream) else {
            throw EndpointRequestError.unreadableStream(
                BodyPiece.unreadable("The stream can be read only once. Make it with HTTPBody.stream(length:_:)."))
        }
        let queue = DispatchQueue(label: "Endpoint.URLRequest.readBody")
        // Only the queue uses the reader, which may block.
        nonisolated(unsafe) let reader = try BodyReader(body.pieces)
        defer { queue.async { reader.close() } }
        while true {
            let (chunks, next) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            queue.async {
                do {
                    next.yield(try reader.read(upToCount: 65_536))
                    next.finish()
                } catch {
                    next.finish(throwing: error)
                }
            }
            // The loop also ends when the task is cancelled.
            var chunk: [UInt8] = []
            for try await bytes in chunks { chunk = bytes }
            try Task.checkCancellation()
            if chunk.isEmpty { return }
            try receive(Data(chunk))
        }
    }
}
