import Endpoint
import Foundation
import Programs
import Testing

/// Tests of the requests with a plain `URLSession`.
@Suite(.timeLimit(.minutes(1))) struct URLSessionTests {
    @Test func sendsWholeBodiesWithAPlainURLSession() async throws {
        try await withServer { server in
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "data.bin")
                try Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0) }).write(to: file)
                let baseURL = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
                let bodies: [HTTPBody] = [
                    .json(["a": 1]), .file(file, contentType: "image/png"),
                    .multipart([.text("x", name: "a"), .file(file, name: "b"), .text("y", name: "c")]),
                    .stream(length: 5) { InputStream(data: Data("bytes".utf8)) },
                    .stream { InputStream(data: Data("of unknown length".utf8)) },
                ]
                let session = URLSession(configuration: .ephemeral)
                for body in bodies {
                    let request = try CurlCase.post(body).request(baseURL: baseURL)
                    try await expect(body, toArriveWith: request, from: session, at: server)
                    // Send the request again, as after a 401. On Apple platforms a stream can be read only once.
                    #if !canImport(Darwin)
                    try await expect(body, toArriveWith: request, from: session, at: server)
                    #endif
                }
                session.finishTasksAndInvalidate()
            }
        }
    }

    private func expect(
        _ body: HTTPBody,
        toArriveWith request: URLRequest,
        from session: URLSession,
        at server: RecordingServer
    ) async throws {
        _ = try await session.data(for: request)
        let arrivals = await server.takeArrivals()
        try #require(arrivals.count == 1)
        #expect(arrivals[0].body == (try body.data()))
        #expect(arrivals[0].fields["content-type"] == body.contentType)
    }
}
