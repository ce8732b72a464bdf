#if canImport(FoundationNetworking)
import Endpoint
import Foundation

/// The preparation of the body of a request.
///
/// `URLSession` sends a stream in chunks, which not every server takes, and while it waits for a stream no other
/// request of the process gets on. Cancelling the upload of a file may end the process, if it waits for the file at
/// that moment. So everything that is not in memory is written to a separate file before anything is sent. That file
/// can be emptied when the call has ended.
enum UploadBody {
    private static let chunkSize = 1_048_576

    /// Makes a file of a body that is a stream.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - exchange: Keeps the file, or gets the error of the stream.
    ///   - start: Called with the request, and with the file that is its body, when that is ready.
    static func prepare(
        _ request: URLRequest,
        for exchange: Exchange,
        _ start: @escaping @Sendable (URLRequest, _ file: URL?) -> Void
    ) {
        var stream = request.httpBodyStream
        // A task that is left behind would hold its body in memory.
        if let body = request.httpBody, body.count > chunkSize { stream = InputStream(data: body) }
        guard let stream else { return start(request, nil) }
        var request = request
        request.httpBodyStream = nil
        request.httpBody = nil
        // From here on the stream belongs to one thread, which may be held up by it as long as it likes.
        nonisolated(unsafe) let source = stream
        Thread.detachNewThread { [request] in
            do {
                let file = try TemporaryFile()
                exchange.keep(file)
                try copy(source, to: file.handle, for: exchange)
                start(request, file.url)
            } catch {
                exchange.complete(.failure(.invalidRequest(error)))
            }
        }
    }

    private static func copy(_ stream: InputStream, to handle: FileHandle, for exchange: Exchange) throws {
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        while !exchange.channel.isAbandoned {
            let count = stream.read(&buffer, maxLength: buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                // To ask a stream that has no error for it would end the process.
                throw (stream.streamStatus == .error ? stream.streamError : nil) ?? CocoaError(.fileReadUnknown)
            }
            try handle.write(contentsOf: buffer[..<count])
            // Nothing is sent yet, but the call gets on.
            _ = exchange.reportSent(0, total: 0)
        }
    }
}
#endif
