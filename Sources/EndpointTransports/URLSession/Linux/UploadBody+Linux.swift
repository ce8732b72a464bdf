#if canImport(FoundationNetworking)
import Endpoint
import Foundation

/// The preparation of the body of a request.
///
/// `URLSession` sends a stream with chunked coding, which some servers do not accept. While it waits for a stream, no
/// other request of the process continues. While it sends a file, a server that closes the connection can end the
/// process, and so can cancelling the task while the session waits for bytes of the file. So a stream is read before
/// anything is sent: into memory if it is short, and otherwise into a separate file, as is a long body in memory. That
/// file can be emptied when the exchange is abandoned.
///
/// The session measures the file only when it sends the request, and the file may be empty by then. So the request
/// states the length that was copied: otherwise, a cancelled upload could arrive as a whole request without a body.
enum UploadBody {
    /// The number of bytes that are read at a time, and the length of the longest stream that is kept in memory.
    private static let chunkSize = 1_048_576

    /// Starts the request, after reading a body that is a stream, and copying a long body to a file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: The exchange, which keeps the file, or fails if the body cannot be read or copied.
    ///   - start: A closure that is called when the body is ready; the file is nil if the body is in memory.
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
                let (body, file, count) = try read(source, length, for: exchange)
                if file == nil {
                    request.httpBody = body
                } else {
                    request.setValue("\(count)", forHTTPHeaderField: "Content-Length")
                }
                start(request, file)
            } catch {
                exchange.complete(.invalidRequest(error))
            }
        }
    }

    /// Reads a stream into memory or, if it is long, into a file that the exchange keeps.
    ///
    /// - Returns: The bytes, or empty data if they are in a file; the URL of that file, or nil; and the number of
    ///   bytes.
    private static func read(
        _ stream: InputStream,
        _ length: Int64?,
        for exchange: Exchange
    ) throws -> (Data, URL?, Int64) {
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        var body = Data()
        var file: TemporaryFile?
        var total: Int64 = 0
        while !exchange.channel.isAbandoned, total <= length ?? .max {
            let count = stream.read(&buffer, maxLength: buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                // Asking a stream without an error for its error would end the process.
                throw (stream.streamStatus == .error ? stream.streamError : nil) ?? CocoaError(.fileReadUnknown)
            }
            total += Int64(count)
            if file == nil, total > chunkSize {
                file = try exchange.makeBodyFile()
                try file?.handle.write(contentsOf: body)
                body = Data()
            }
            if let file {
                try file.handle.write(contentsOf: buffer[..<count])
            } else {
                body.append(contentsOf: buffer[..<count])
            }
            // Nothing has been sent yet, but the idle timeout has to restart.
            exchange.reportProgress(0)
        }
        if let length, total != length, !exchange.channel.isAbandoned {
            throw UnsendableRequest.contentLength("\(length)", bodyHas: total < length ? "\(total)" : "more")
        }
        return (body, file?.url, total)
    }
}
#endif
