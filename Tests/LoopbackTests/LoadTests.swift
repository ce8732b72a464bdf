import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests of loading with async calls, completion handlers and blocking calls.
@Suite(.timeLimit(.minutes(1))) struct LoadTests {
    @Test func loadsThePayloadOfAnEndpoint() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        #expect(try await controller.load(GetUser()) == .ada)
        #expect(server.requests.map(\.target) == ["/users/7"])
    }

    @Test func loadsAnEndpointWithItsOwnURLWithoutABaseURL() async throws {
        let server = try ScriptedServer { _, connection in connection.respond(body: "fine") }
        defer { server.stop() }
        #expect(try await Controller().load(GetStatus(url: server.url("status"))) == "fine")
        #expect(server.requests.map(\.target) == ["/status"])
    }

    @Test func loadsAnEndpointWithoutAPayloadAsAnyType() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        #expect(try await controller.load(API.text.parsed(as: User.self)) == .ada)
        #expect(try await controller.load(API.text.parsed(as: String.self)) == User.json)
        #expect(try await controller.load(API.text.parsed(as: Data.self)) == Data(User.json.utf8))
        #expect(try await controller.load(API.text.parsed(by: PayloadParser { $0.body.count })) == User.json.utf8.count)
        let response = try await controller.load(API.text.parsed(by: .response))
        #expect(response.statusCode == 200)
        #expect(response.headerField("content-type") == "application/json")
        #expect(response.body == Data(User.json.utf8))
    }

    @Test @MainActor func callsTheCompletionHandlerOnTheMainActor() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let user = await withCheckedContinuation { continuation in
            controller.load(GetUser()) { result in
                MainActor.assertIsolated()
                continuation.resume(returning: result)
            }
        }
        #expect(try user.get() == .ada)
        let text = await withCheckedContinuation { continuation in
            controller.load(API.text.parsed(as: String.self)) { continuation.resume(returning: $0) }
        }
        #expect(try text.get() == User.json)
        let response = await withCheckedContinuation { continuation in
            controller.load(API.text.parsed(by: .response)) { continuation.resume(returning: $0) }
        }
        #expect(try response.get().statusCode == 200)
    }

    @Test func passesAnErrorToTheCompletionHandlerWithoutABaseURL() async throws {
        let result = await withCheckedContinuation { continuation in
            Controller().load(GetUser()) { continuation.resume(returning: $0) }
        }
        let error = #expect(throws: LoadError.self) { try result.get() }
        guard case .invalidRequest(_, EndpointRequestError.missingBaseURL) = error else { throw try #require(error) }
    }

    @Test func returnsPayloadsFromBlockingCalls() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let (user, text, status) = try await onThread {
            (
                try controller.loadAndWait(GetUser()), try controller.loadAndWait(API.text.parsed(as: String.self)),
                try controller.loadAndWait(API.text.parsed(by: .response)).statusCode
            )
        }
        #expect(user == .ada)
        #expect(text == User.json)
        #expect(status == 200)
    }

    @Test @MainActor func passesNoPayloadToTheHandlerOfACancelledCall() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let result = await withCheckedContinuation { continuation in
            let call = controller.load(GetUser()) { continuation.resume(returning: $0) }
            // The response arrives while the main actor is busy.
            while server.requests.isEmpty { usleep(1_000) }
            call.cancel()
        }
        let error = #expect(throws: LoadError.self) { try result.get() }
        #expect(error?.kind == .cancelled)
    }

    @Test @MainActor func loadsAnEndpointThatIsNotSendable() async throws {
        final class Search: BaseURLEndpointType, MethodProviderType, PayloadProviderType {
            typealias Payload = User
            var method = HTTPMethod.get
        }
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let search = Search()
        #expect(try await Controller(baseURL: server.url()).load(search) == .ada)
        search.method = .post
        #expect(try await Controller(baseURL: server.url()).load(search) == .ada)
        #expect(server.requests.map(\.method) == ["GET", "POST"])
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
