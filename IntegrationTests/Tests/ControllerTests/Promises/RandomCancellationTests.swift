import EndpointController
import Foundation
import EndpointTesting
import Testing

extension Promises {
    /// A way to call a controller.
    enum Way: CaseIterable, Sendable {
        case async, completion, blocking

        /// Loads an endpoint, reports each outcome, and gives what cancels the call.
        func start(
            _ endpoint: Probe,
            _ controller: Controller,
            report: @escaping @Sendable (Result<Data, LoadError>) -> Void
        ) -> @Sendable () -> Void {
            switch self {
            case .async:
                let task = Task {
                    do throws(LoadError) {
                        report(.success(try await controller.load(endpoint)))
                    } catch {
                        report(.failure(error))
                    }
                }
                return { task.cancel() }
            case .completion:
                let call = controller.load(endpoint) { report($0) }
                return { call.cancel() }
            case .blocking:
                let call = EndpointCancellable()
                Thread.detachNewThread {
                    report(Result { () throws(LoadError) in try controller.loadAndWait(endpoint, cancellable: call) })
                }
                return { call.cancel() }
            }
        }
    }

    /// Thousands of calls, each cancelled at some moment from before it is sent to after it has ended.
    @Suite struct RandomCancellationTests {
        private struct Ending: Sendable {
            var result: Result<Data, LoadError>
            var time: ContinuousClock.Instant
        }

        @Test(.timeLimit(.minutes(2)), arguments: TransportCase.all, Way.allCases)
        func eachEndsAtOnceAndOnce(_ transport: TransportCase, _ way: Way) async throws {
            let body = String(repeating: "x", count: 1_024)
            let server = try ScriptedServer { _, connection in connection.respond(body: body) }
            defer { server.stop() }
            let controller = transport.controller(for: server)
            let (endings, ending) = AsyncStream<Ending>.makeStream()
            var next = endings.makeAsyncIterator()
            let clock = ContinuousClock()
            var counts = (whole: 0, cancelled: 0)
            for number in 0..<4_000 {
                let cancel = way.start(Probe(number.isMultiple(of: 8) ? .post : .get), controller) {
                    ending.yield(Ending(result: $0, time: clock.now))
                }
                try await Task.sleep(for: .microseconds(.random(in: 0...1_500)), tolerance: .zero)
                let start = clock.now
                cancel()
                let end = try #require(await next.next(isolation: #isolation))
                let allowance = Duration.milliseconds(10) + StallMeter.shared.stall(since: start)
                #expect(end.time - start < allowance)
                switch end.result {
                case .success(let data):
                    #expect(data.count == 1_024)
                    counts.whole += 1
                case .failure(.cancelled): counts.cancelled += 1
                case .failure(let error): Issue.record("\(error)")
                }
            }
            #expect(counts.whole > 100 && counts.cancelled > 100, "\(counts) say too little")
            // None reports a second outcome, which would be found here.
            _ = try await controller.load(Probe())
            ending.finish()
            #expect(await next.next(isolation: #isolation) == nil)
        }
    }
}
