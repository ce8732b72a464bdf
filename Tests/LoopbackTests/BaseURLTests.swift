import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests that the base URL can change, and that the controller refuses a base URL if a part of it would be dropped.
@Suite(.timeLimit(.minutes(1))) struct BaseURLTests {
    @Test func sendsTheNextCallToTheNewBaseURL() async throws {
        let staging = try ScriptedServer.json(#"{"name":"Staging"}"#)
        let production = try ScriptedServer.json(#"{"name":"Production"}"#)
        defer {
            staging.stop()
            production.stop()
        }
        let controller = Controller(baseURL: staging.url("v1/"))
        #expect(try await controller.load(GetUser()).name == "Staging")
        controller.baseURL = production.url("v2/")
        #expect(try await controller.load(GetUser()).name == "Production")
        #expect(staging.requests.map(\.target) == ["/v1/users/7"])
        #expect(production.requests.map(\.target) == ["/v2/users/7"])
    }

    @Test func aCallUnderWayKeepsItsServer() async throws {
        let (arrived, arrival) = AsyncStream<Void>.makeStream()
        let answer = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _, connection in
            arrival.yield()
            answer.wait()
            connection.respond(body: User.json)
        }
        defer { server.stop() }
        let controller = Controller(baseURL: server.url())
        async let user = controller.load(GetUser())
        for await _ in arrived { break }
        controller.baseURL = URL(string: "http://nowhere.invalid/")
        answer.signal()
        #expect(try await user == .ada)
    }

    @Test(arguments: ["https://example.com/api", "https://example.com/api/v1", "https://example.com/api?x=/"])
    func refusesABaseURLWithoutATrailingSlash(url: String) async throws {
        let controller = Controller(baseURL: URL(string: url))
        let error = await failure { () throws(LoadError) in _ = try await controller.load(GetUser()) }
        guard case .invalidRequest(_, let reason as EndpointRequestError) = error else { throw try #require(error) }
        let dropped = url.contains("v1") ? "v1" : "api"
        #expect(reason == .baseURLWithoutTrailingSlash(url, dropped: dropped))
        #expect(reason.description.contains(#""\#(dropped)" would be dropped"#))
    }

    @Test(arguments: ["//127.0.0.1:1/x", "http://127.0.0.1:1", "http:/x", "/users"])
    func sendsNothingIfThePathLeavesTheBaseURL(path: String) async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url("v1/"))
        let endpoint = RESTEndpoint<Data>(path: path, headerFields: ["X-API-Key": "s3cret"])
        let error = await failure { () throws(LoadError) in _ = try await controller.load(endpoint) }
        guard case .invalidRequest(_, is EndpointRequestError) = error else { throw try #require(error) }
        #expect(server.requests.isEmpty)
    }

    @Test func loadsABaseURLWithoutATrailingSlashItself() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url("123/path?sig=1"))
        _ = try await controller.load(RESTEndpoint<Data>(path: "", queryItems: .items(["page": 2])))
        #expect(server.requests.map(\.target) == ["/123/path?sig=1&page=2"])
    }

    @Test func aMissingBaseURLIsNamed() async throws {
        let error = await failure { () throws(LoadError) in _ = try await Controller().load(GetUser()) }
        guard case .invalidRequest(_, EndpointRequestError.missingBaseURL) = error else { throw try #require(error) }
    }

    @Test func switchesTheBaseURLSafelyFromManyThreads() async throws {
        let server = try ScriptedServer.json(User.json)
        defer { server.stop() }
        let controller = Controller(baseURL: server.url("a/"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { controller.baseURL = server.url(number.isMultiple(of: 2) ? "a/" : "b/") }
                group.addTask {
                    let user = try await controller.load(GetUser())
                    #expect(user == .ada)
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 50)
        #expect(server.requests.allSatisfy { ["/a/users/7", "/b/users/7"].contains($0.target) })
    }
}
