import Foundation
import Testing

@testable import EndpointController

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests of uploads over `URLSession` that are cancelled early.
@Suite struct UploadBodyTests {
    private func request() throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "http://127.0.0.1/")))
    }

    @Test("Does not start a task whose call was cancelled")
    func cancelledCall() throws {
        let exchange = Exchange(EndpointTransportContext(), bodyLength: nil)
        exchange.channel.abandon()
        let task = URLSession.shared.dataTask(with: try request())
        SessionDelegate().start(task, for: exchange)
        #expect(task.state == .canceling || task.state == .completed)
    }

    #if canImport(FoundationNetworking)
    @Test("States the length of a copied body, so that a file that was emptied is not a whole body", arguments: [0, 9])
    func statedLength(count: Int) async throws {
        let exchange = Exchange(EndpointTransportContext(), bodyLength: nil)
        var request = try request()
        request.httpBodyStream = InputStream(data: Data(count: count))
        let (sent, send) = AsyncStream<URLRequest>.makeStream()
        UploadBody.prepare(request, for: exchange) { request, _ in send.yield(request) }
        for await request in sent {
            #expect(request.value(forHTTPHeaderField: "Content-Length") == "\(count)")
            break
        }
    }
    #endif
}
