import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Transfers with `URLSession` alone.
enum SessionByHand {
    private static let session = URLSession(configuration: .ephemeral)

    /// Downloads as most programs do: the session writes the file, and the program moves it.
    static func download(_ url: URL) async throws {
        let (location, _) = try await session.download(from: url.appending(path: "export"))
        try? FileManager.default.removeItem(at: Transfer.file)
        try FileManager.default.moveItem(at: location, to: Transfer.file)
        try Transfer.check(try Transfer.fileLength())
    }

    /// Downloads, and writes each chunk to the file when the chunk arrives.
    static func downloadInChunks(_ url: URL) async throws {
        let delegate = ChunkWriter(try Transfer.newFile())
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        try await withCheckedThrowingContinuation { continuation in
            delegate.continuation = continuation
            session.dataTask(with: url.appending(path: "export")).resume()
        }
        try Transfer.check(try Transfer.fileLength())
    }

    static func upload(_ url: URL) async throws {
        var request = URLRequest(url: url.appending(path: "uploads"))
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        let (data, _) = try await session.upload(for: request, fromFile: Transfer.file)
        try Transfer.check(Int(String(decoding: data, as: UTF8.self)) ?? 0)
    }
}

/// Writes the chunks that arrive to a file.
///
/// `@unchecked Sendable`: the session calls its delegate on one queue, after the continuation is set.
private final class ChunkWriter: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    var continuation: CheckedContinuation<Void, any Error>?
    private let handle: FileHandle
    private var failure: (any Error)?

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        do {
            try handle.write(contentsOf: data)
        } catch {
            failure = failure ?? error
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error = failure ?? error {
            continuation?.resume(throwing: error)
        } else {
            continuation?.resume()
        }
    }
}
