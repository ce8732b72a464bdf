import Foundation
import Testing

@testable import EndpointTransports

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests of uploads over `URLSession` that are cancelled early.
@Suite(.timeLimit(.minutes(1))) struct UploadBodyTests {
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

    @Test("Counts a task whose call was cancelled only until it ends, and reports no more progress")
    func abandonedTask() throws {
        let reports = Locked<[Int64]>([])
        let context = EndpointTransportContext { progress in reports.withLock { $0.append(progress.completed) } }
        let exchange = Exchange(context, bodyLength: 9)
        let (task, delegate) = (URLSession.shared.dataTask(with: try request()), SessionDelegate())
        delegate.start(task, for: exchange)
        exchange.didSend(1, total: 1, by: task)
        exchange.channel.abandon()
        #expect(delegate.abandonedCount == 1)
        exchange.didSend(1, total: 2, by: task)
        #expect(reports.withLock(\.self) == [1])
        delegate.urlSession(.shared, task: task, didCompleteWithError: URLError(.cancelled))
        #expect(delegate.abandonedCount == 0 && delegate.isIdle)
    }

    #if canImport(FoundationNetworking)
    private func prepared(_ count: Int) async throws -> (request: URLRequest, file: URL?) {
        let exchange = Exchange(EndpointTransportContext(), bodyLength: nil)
        var request = try request()
        request.httpBodyStream = InputStream(data: Data(count: count))
        let (sent, send) = AsyncStream<(URLRequest, URL?)>.makeStream()
        UploadBody.prepare(request, for: exchange) { request, file in send.yield((request, file)) }
        for await (request, file) in sent { return (request, file) }
        throw CancellationError()
    }

    @Test("States the length of a copied body, so that a file that was emptied is not a whole body")
    func statedLength() async throws {
        let (request, file) = try await prepared(1_048_577)
        #expect(request.value(forHTTPHeaderField: "Content-Length") == "1048577")
        #expect(file != nil && request.httpBody == nil)
    }

    @Test("Sends a stream of up to 1 MiB from memory", arguments: [0, 9, 1_048_576])
    func shortStream(count: Int) async throws {
        let (request, file) = try await prepared(count)
        #expect(request.httpBody == Data(count: count) && file == nil)
    }
    #endif
}
