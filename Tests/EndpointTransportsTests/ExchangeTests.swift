import EndpointSupport
import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct ExchangeTests {
    private func request() throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "http://127.0.0.1/")))
    }

    @Test("Does not start a task whose call was cancelled")
    func cancelledCall() throws {
        let exchange = Exchange(try request(), EndpointTransportContext())
        exchange.channel.abandon()
        let task = URLSession.shared.dataTask(with: try request())
        SessionDelegate().start(task, for: exchange)
        #expect(task.state == .canceling || task.state == .completed)
    }

    @Test("Reports no more progress of a call that was cancelled")
    func abandonedUpload() throws {
        let reports = Locked<[Int64]>([])
        let context = EndpointTransportContext { progress in reports.withLock { $0.append(progress.completed) } }
        let exchange = Exchange(try request(), context)
        exchange.reportProgress(1)
        exchange.channel.abandon()
        exchange.reportProgress(2)
        #expect(reports.withLock(\.self) == [1])
    }

    #if canImport(FoundationNetworking)
    @Test("Reads a stream into memory before the request is sent", arguments: [0, 9, 3_000_000])
    func stream(count: Int) async throws {
        var request = try request()
        request.httpBodyStream = InputStream(data: Data(count: count))
        let (sent, send) = AsyncStream<URLRequest>.makeStream()
        request.prepare(for: Exchange(request, EndpointTransportContext())) { send.yield($0) }
        for await request in sent.prefix(1) {
            #expect(request.httpBody == Data(count: count) && request.httpBodyStream == nil)
        }
    }

    @Test("Does not send a stream that does not have its stated length", arguments: [("3", "more"), ("5", "4")])
    func statedLength(stated: String, found: String) async throws {
        var request = try request()
        request.httpBodyStream = InputStream(data: Data(count: 4))
        request.setValue(stated, forHTTPHeaderField: "Content-Length")
        let exchange = Exchange(request, EndpointTransportContext())
        request.prepare(for: exchange) { _ in exchange.channel.finish() }
        let error = await #expect(throws: EndpointTransportError.self) { try await exchange.channel.response() }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.description.hasSuffix("is \"\(stated)\", but the body has \(found) bytes.") == true)
    }
    #endif
}
