import EndpointController
import EndpointSupport
import Foundation
import TestSupport
import Testing

@testable import EndpointStreaming
@testable import EndpointTransports

@Suite("ElementSource", .timeLimit(.minutes(1)))
struct ElementSourceTests {
    private final class Note: Sendable {
        let deinits: Collected<Int>
        let number: Int

        init(_ number: Int, _ deinits: Collected<Int>) {
            self.number = number
            self.deinits = deinits
        }

        deinit {
            deinits.append(number)
        }
    }

    private struct Batches: ElementReader {
        var batches: [[Note]]
        let deinits: Collected<Int>

        mutating func next() async throws -> [Note] {
            // The loop has released the previous batch.
            #expect(deinits.all == (batches.count == 2 ? [] : [1, 2]))
            return batches.isEmpty ? [] : batches.removeFirst()
        }
    }

    @Test("Releases the elements of a batch before it waits for the next batch")
    func release() async throws {
        let deinits = Collected<Int>()
        let source = ElementSource<Note>(
            Batches(batches: [[Note(1, deinits), Note(2, deinits)], [Note(3, deinits)]], deinits: deinits))
        var numbers: [Int] = []
        for try await note in EndpointElements({ source }) {
            numbers.append(note.number)
            if numbers.count == 3 { break }
        }
        #expect(numbers == [1, 2, 3])
    }

    @Test("Keeps elements that no loop has taken when a loop that was too late for them asks for more")
    func lateLoop() async throws {
        let events = EndpointResponseBody([Data("data: 1\n\n".utf8), Data("data: 2\n\n".utf8)]).serverSentEvents()
        for _ in 0..<2 { #expect(try await events.makeSource().fetch()) }
        #expect(try await events.reduce(into: []) { $0.append($1.data) } == ["1", "2"])
    }

    @Test("Delivers each element whole to exactly one of several concurrent loops", arguments: [7, 10_000])
    func concurrentLoops(bytesPerChunk: Int) async throws {
        let count = 20_000
        let rest = Locked(Data((0..<count).map { "data: \($0)\n\n" }.joined().utf8)[...])
        let events = EndpointResponseBody {
            let chunk = rest.withLock { rest in
                defer { rest = rest.dropFirst(bytesPerChunk) }
                return rest.prefix(bytesPerChunk)
            }
            await Task.yield()
            return chunk.isEmpty ? nil : chunk
        }.serverSentEvents()
        let numbers = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask { try await events.reduce(into: []) { $0.append($1.data) } }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.count == count)
        #expect(Set(numbers) == Set((0..<count).map(String.init)))
    }

    @Test("Cancels the body when a loop is cancelled while another loop waits for bytes", .timeLimit(.minutes(1)))
    func cancelledLoop() async throws {
        for round in 0..<300 {
            let channel = EndpointResponseChannel()
            channel.send(EndpointResponseHead(url: nil, statusCode: 200, headerFields: [:]))
            let events = try await channel.response().body.serverSentEvents()
            let loops = (0..<2).map { _ in Task { for try await _ in events {} } }
            // Give the loops more and more time, so that in some rounds one waits for bytes and one for its turn.
            for _ in 0..<round { await Task.yield() }
            loops[1].cancel()
            for loop in loops {
                let error = await #expect(throws: EndpointTransportError.self) { try await loop.value }
                #expect(error?.kind == .cancelled, "round \(round)")
            }
            #expect(channel.isAbandoned, "round \(round)")
        }
    }

    @Test("Throws in a cancelled loop although more elements have arrived")
    func cancelledLoopWithElements() async throws {
        let data = Data(String(repeating: "data: 1\n\n", count: 1_000).utf8)
        let transport = BodyTransport { EndpointResponseBody(data) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        let loop = Task {
            var count = 0
            do {
                for try await _ in controller.elements(of: Feed().streamed(by: .events)) {
                    count += 1
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            } catch let error as EndpointError<EndpointDefaultServerError> {
                #expect(error.kind == .cancelled)
            }
            return count
        }
        #expect(try await loop.value == 1)
    }

    @Test("Throws the error of a body again in a later loop")
    func laterLoop() async throws {
        struct Broken: Error {}
        let calls = Locked(0)
        let events = EndpointResponseBody {
            try calls.withLock { calls in
                calls += 1
                if calls == 2 { throw Broken() }
                return calls == 1 ? Data("data: 1\n\ndata: 2".utf8) : nil
            }
        }.serverSentEvents()
        var count = 0
        await #expect(throws: Broken.self) { for try await _ in events { count += 1 } }
        var later = events.makeAsyncIterator()
        await #expect(throws: Broken.self) { try await later.next() }
        #expect(try await later.next() == nil)
        #expect(count == 1)
    }

    @Test("Shows neither query values nor elements that have been parsed")
    func description() async throws {
        let transport = BodyTransport { EndpointResponseBody(Data("data: s3cret\n\ndata: s3cret\n\n".utf8)) }
        let api = Controller(baseURL: baseURL, transport: transport)
        var events = api.serverSentEvents(of: RESTEndpoint(path: "feed?token=s3cret"))
        for _ in 1...2 {
            var dumped = ""
            dump(events, to: &dumped)
            for text in ["\(events)", String(reflecting: events), dumped] {
                #expect(!text.contains("s3cret"), "\(text)")
            }
            #expect("\(events)" == "EndpointElements<ServerSentEvent>")
            _ = try await events.next()
        }
    }
}
