#if canImport(FoundationNetworking)
import Endpoint
import Foundation

/// The preparation of the body of a request.
///
/// `URLSession` sends a stream with chunked coding, which some servers do not accept. While it waits for a stream, no
/// other request of the process continues. Cancelling the upload of a file may end the process if the session is
/// waiting for bytes of the file. So a body that is a stream, or is large, is written to a separate file before
/// anything is sent. That file can be emptied when the exchange is abandoned.
///
/// The session measures the file only when it sends the request, and the file may be empty by then. So the request
/// states the length that was copied: otherwise, a cancelled upload could arrive as a whole request without a body.
enum UploadBody {
    private static let chunkSize = 1_048_576

    /// Starts the request, after copying a body that is a stream, or is large, to a file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: The exchange, which keeps the file, or fails if copying fails.
    ///   - start: A closure that is called when the body is ready; the file is nil if the body was not copied.
    static func prepare(
        _ request: URLRequest,
        for exchange: Exchange,
        _ start: @escaping @Sendable (URLRequest, _ file: URL?) -> Void
    ) {
        var stream = request.httpBodyStream
        // A task that continues after its exchange was abandoned would hold a large body in memory.
        if let body = request.httpBody, body.count > chunkSize { stream = InputStream(data: body) }
        guard let stream else { return start(request, nil) }
        let length = request.bodyLength
        var request = request
        request.httpBodyStream = nil
        request.httpBody = nil
        // From here on, the stream belongs to the new thread, which it may block for any length of time.
        nonisolated(unsafe) let source = stream
        Thread.detachNewThread { [request] in
            var request = request
            do {
                let file = try TemporaryFile()
                exchange.keep(file)
                let copied = try copy(source, length, to: file.handle, for: exchange)
                request.setValue("\(copied)", forHTTPHeaderField: "Content-Length")
                start(request, file.url)
            } catch {
                exchange.complete(.failure(.invalidRequest(error)))
            }
        }
    }

    /// Copies a stream to a file, and returns the number of bytes.
    private static func copy(
        _ stream: InputStream,
        _ length: Int64?,
        to handle: FileHandle,
        for exchange: Exchange
    ) throws -> Int64 {
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        var total: Int64 = 0
        while !exchange.channel.isAbandoned, total <= length ?? .max {
            let count = stream.read(&buffer, maxLength: buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                // Asking a stream without an error for its error would end the process.
                throw (stream.streamStatus == .error ? stream.streamError : nil) ?? CocoaError(.fileReadUnknown)
            }
            try handle.write(contentsOf: buffer[..<count])
            total += Int64(count)
            // Nothing has been sent yet, but the idle timeout has to restart.
            _ = exchange.reportSent(0, total: 0)
        }
        guard let length, total != length, !exchange.channel.isAbandoned else { return total }
        throw UnsendableRequest.contentLength("\(length)", bodyHas: total < length ? "\(total)" : "more")
    }
}
#endif
