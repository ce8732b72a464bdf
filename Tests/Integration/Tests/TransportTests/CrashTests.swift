import EndpointCompliance
import EndpointStreaming
import Foundation
import Programs
import Testing

/// Tests of the files that a process leaves behind when it dies during a download.
@Suite(.timeLimit(.minutes(1))) struct CrashTests {
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 7)) }

    @Test("Continues the download of a process that died", arguments: [1, 150_000, 300_000])
    func continuesADownload(diedAt count: Int) async throws {
        let server = try ScriptedServer { request, connection in
            let start = request.field("Range").flatMap { Int($0.filter(\.isNumber)) } ?? 0
            let rest = Array(Self.bytes.dropFirst(start))
            let head = [
                request.field("Range") == nil ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content",
                #"ETag: "v1""#, "Content-Length: \(rest.count)", "Content-Range: bytes \(start)-299999/300000", "", "",
            ]
            connection.send(head.joined(separator: "\r\n"))
            let isContinued = request.field("Range") != nil
            connection.send(isContinued ? rest : Array(rest.prefix(max(count, 150_000))))
            guard !isContinued else { return }
            connection.waitForEnd()
            connection.close()
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "export.zip")
            let program = products.appending(path: "LoadMuch").path
            let result = try await run(program, ["crash", "\(server.url())", file.path, "\(count)"])
            try #require(result.status == 9, "\(result.errorOutput)")
            let leftovers = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(leftovers.sorted() == [".export.zip.partial", ".export.zip.partial.json"])

            try await Controller(baseURL: server.url())
                .download(RESTEndpoint(path: "export.zip"), to: file)
            #expect(server.requests.last?.field("Range")?.hasPrefix("bytes=") == true)
            #expect(try Data(contentsOf: file) == Data(Self.bytes))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["export.zip"])
        }
    }
}
