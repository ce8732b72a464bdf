import EndpointStreaming
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// Tests of the calls that a stub keeps, and of their bodies.
@Suite(.timeLimit(.minutes(1))) struct StubCallTests {
    private let stub = StubTransport()
    private var controller: Controller { Controller(baseURL: baseURL, transport: stub) }

    @Test(arguments: [
        HTTPBody.data(Data("hello".utf8)), .stream { InputStream(data: Data("hello".utf8)) },
    ])
    func keepsCallsWithTheirBodiesAndReportsProgress(body: HTTPBody) async throws {
        stub.on(.any, answer: .status(204))
        let (progress, told) = AsyncStream.makeStream(of: EndpointProgress.self)
        _ = try await controller.upload(Post(body).parsed(by: .none)) { told.yield($0) }
        told.finish()
        #expect(stub.calls.map(\.httpBody) == [Data("hello".utf8)])
        #expect(stub.calls.map(\.httpMethod) == ["POST"])
        #expect(await progress.reduce(into: []) { $0.append($1) } == [EndpointProgress(completed: 5, total: 5)])
    }

    @Test func reportsTheEndOfAnEmptyBodyOnce() async throws {
        stub.on(.any, answer: .status(204))
        let reports = Collected<EndpointProgress>()
        try await controller.upload(Post(.text("")).parsed(by: .none)) { reports.append($0) }
        #expect(reports.all == [EndpointProgress(completed: 0, total: 0)])
    }

    @Test func reportsNoProgressOfAnEmptyBodyToACallerWithoutAController() async throws {
        stub.on(.any, answer: .status(204))
        let reports = Collected<EndpointProgress>()
        _ = try await stub.send(post(.text("")), context: EndpointTransportContext { reports.append($0) })
        #expect(reports.all.isEmpty)
    }

    @Test func readsACustomBodyStream() async throws {
        stub.on(RequestMatcher(body: .text("hello")), answer: .status(204))
        var request = URLRequest(url: baseURL)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("hello".utf8))
        #expect(try await stub.send(request).statusCode == 204)
        #expect(stub.calls[0].httpBody == Data("hello".utf8))
    }

    @Test func failsACallWhoseBodyCannotBeRead() async throws {
        stub.on(.any, answer: .status(204))
        let body = HTTPBody.stream { throw CocoaError(.fileReadNoSuchFile) }
        let error = await failure { () throws(LoadError) in _ = try await controller.load(Post(body)) }
        guard case .invalidRequest(_, EndpointRequestError.unreadableStream(CocoaError.fileReadNoSuchFile)) = error
        else {
            throw try #require(error)
        }
        #expect(stub.calls.isEmpty)
    }

    @Test("Gives the body of a matcher access to the earlier calls") func bodyFromCalls() async throws {
        let body = HTTPBody.stream { [stub] in InputStream(data: Data("\(stub.calls.count)".utf8)) }
        stub.on(RequestMatcher(body: body), answer: .status(204))
        for count in 0..<2 { #expect(try await stub.send(post(.text("\(count)"))).statusCode == 204) }
    }

    @Test func keepsTheCallsOfConcurrentTasks() async throws {
        stub.on(.any, answer: .jsonEncoded(User.ada))
        let controller = controller
        await withTaskGroup(of: Void.self) { group in
            for id in 0..<100 { group.addTask { _ = try? await controller.load(GetUser(id: id)) } }
        }
        #expect(Set(stub.calls.compactMap(\.url)).count == 100)
    }

    @Test func followsRedirectsBetweenStubs() async throws {
        try stub.on(
            GetUser(id: 7), baseURL: baseURL, answer: .status(302, headerFields: ["Location": "/api/users/8"]))
        try stub.on(GetUser(id: 8), baseURL: baseURL, answer: .jsonEncoded(User.grace))
        #expect(try await controller.load(GetUser(id: 7)) == .grace)
        #expect(stub.calls.compactMap(\.url?.path) == ["/api/users/7", "/api/users/8"])
    }
}
