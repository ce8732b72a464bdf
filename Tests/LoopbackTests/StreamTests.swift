import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

/// Tests of bodies that are read while they arrive.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    @Test func throwsTheServerErrorOfAnUnacceptableStatus() async throws {
        let server = try ScriptedServer.json(#"{"reason":"gone"}"#, "410 Gone")
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        let error = await failure { () throws(LoadError) in _ = try await controller.stream(API.text) }
        #expect(error?.serverError == EndpointDefaultServerError(reason: "gone"))
        #expect(error?.response?.statusCode == 410)
    }

    @Test func acceptsAnyContentTypeOfAResponseToHEAD() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n")
        defer { server.stop() }
        let rules = EndpointRules(acceptedContentTypes: ["application/json"])
        let response = try await Controller(baseURL: server.url(), rules: rules).stream(
            RESTEndpoint<Data>(.head, path: "users"))
        #expect(response.headerField("Content-Length") == "9")
        #expect(try await response.body.reduce(into: Data()) { $0 += $1 }.isEmpty)
    }

    @Test func deliversATruncatedBodyAndThenThrows() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort")
        defer { server.stop() }
        let response = try await Controller(baseURL: server.url()).stream(API.text)
        var received = Data()
        let error = await #expect(throws: LoadError.self) {
            for try await chunk in response.body { received += chunk }
        }
        #expect(error?.kind == .truncatedResponse)
        #expect(received == Data("short".utf8))
    }

    @Test func deliversABodyOnceToTwoConcurrentReaders() async throws {
        let goOn = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\n")
            goOn.wait()
            connection.send("12345")
        }
        defer { server.stop() }
        let body = try await Controller(baseURL: server.url()).stream(API.text).body
        @Sendable func count() async throws -> Int {
            var count = 0
            for try await chunk in body { count += chunk.count }
            return count
        }
        async let first = count()
        async let second = count()
        goOn.signal()
        #expect(try await first + second == 5)
    }

    @Test func appliesTheSizeLimitOfTheEndpoint() async throws {
        struct Small: BaseURLEndpointType, MethodProviderType, RulesProviderType {
            var rules: EndpointRules { EndpointRules(responseSizeLimit: responseSizeLimit) }
            var method: HTTPMethod { .get }
            var responseSizeLimit: Int? { 4 }
        }
        let server = try ScriptedServer { _, connection in connection.respond(body: "12345") }
        defer { server.stop() }
        let response = try await Controller(baseURL: server.url()).stream(Small())
        let error = await #expect(throws: LoadError.self) { for try await _ in response.body {} }
        #expect(error?.kind == .responseTooLarge)
    }

    @Test func throwsCancelledWhenTheReaderIsCancelled() async throws {
        let end = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 1000\r\n\r\nfirst")
            end.wait()
        }
        defer {
            end.signal()
            server.stop()
        }
        let response = try await Controller(baseURL: server.url()).stream(API.text)
        let (started, start) = AsyncStream<Void>.makeStream()
        let reader = Task {
            do {
                for try await _ in response.body { start.yield() }
                return nil as LoadError?
            } catch {
                return error as? LoadError
            }
        }
        for await _ in started { break }
        reader.cancel()
        #expect(await reader.value?.kind == .cancelled)
    }
}
