import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// Transfers with async-http-client alone.
enum ClientByHand {
    static func download(_ url: URL) async throws {
        let request = HTTPClientRequest(url: url.appending(path: "export").absoluteString)
        let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
        let handle = try Transfer.newFile()
        for try await chunk in response.body { try handle.write(contentsOf: Data(buffer: chunk)) }
        try handle.close()
        try Transfer.check(try Transfer.fileLength())
    }

    static func upload(_ url: URL) async throws {
        var request = HTTPClientRequest(url: url.appending(path: "uploads").absoluteString)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/octet-stream")
        let handle = try FileHandle(forReadingFrom: Transfer.file)
        request.body = .stream(FileChunks(handle: handle), length: .known(Int64(Transfer.length)))
        let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: 1_024)
        try Transfer.check(Int(String(buffer: body)) ?? 0)
    }
}

/// A file in chunks, each of which is read on demand.
private struct FileChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let handle: FileHandle

    func makeAsyncIterator() -> FileChunks { self }

    func next() async throws -> ByteBuffer? {
        guard let data = try handle.read(upToCount: 262_144), !data.isEmpty else { return nil }
        return ByteBuffer(data: data)
    }
}
