import EndpointCompliance
import EndpointObservability
import EndpointStreaming
import Foundation
import Testing

/// Tests of the output of `DebugPrinter` for each exchange.
@Suite(.timeLimit(.minutes(1))) struct DebugPrinterTests {
    private func output(
        _ body: String,
        _ fields: [String] = ["Content-Type: application/json"],
        endpoint: some BaseURLEndpointType = GetUser()
    ) async throws -> [String] {
        let server = try ScriptedServer { _, connection in connection.respond("200 OK", fields, body: body) }
        defer { server.stop() }
        let lines = Lines()
        let middleware: [any EndpointMiddleware] = [BearerToken("s3cret"), DebugPrinter { lines.append($0) }]
        let controller = Controller(baseURL: server.url(), middleware: middleware)
        let response = try await controller.load(endpoint.parsed(by: .response))
        #expect(response.body == Data(body.utf8))
        return lines.all.map { $0.replacingOccurrences(of: ":\(server.port)", with: "") }
    }

    @Test func printsACurlCommandAResponseHeadAndABody() async throws {
        let lines = try await output(User.json)
        #expect(
            lines == [
                """
                curl \\
                    --header 'Authorization: Bearer ***' \\
                    --url 'http://127.0.0.1/users/7'
                """,
                """
                200 OK
                Content-Length: 14
                Content-Type: application/json
                """,
                User.json,
            ])
    }

    @Test func hidesCredentialsInTheResponse() async throws {
        let fields = ["Content-Type: application/json", "Set-Cookie: id=s3cret", "Location: /x?access_token=s3cret"]
        let lines = try await output(#"{"access_token":"s3cret","name":"Ada"}"#, fields)
        #expect(!lines.joined().contains("s3cret"))
        #expect(lines.last == #"{"access_token":"***","name":"Ada"}"#)
    }

    @Test(arguments: [[], ["Content-Type: text/plain"]])
    func hidesCredentialsInJSONWithoutAJSONContentType(fields: [String]) async throws {
        #expect(try await output(#"{"access_token":"s3cret"}"#, fields).last == #"{"access_token":"***"}"#)
        #expect(try await output("[no JSON]", fields).last == "[no JSON]")
    }

    @Test func hidesCredentialsInServerSentEvents() async throws {
        let events = """
            event: login\r
            data: {"access_token":"s3cret","name":"Ada"}\r
            \r
            data: {
            data: "access_token":
            data: "s3cret"
            data: }

            data: [{"token":"s3cret","name":"Ada"}]

            data: [DONE]


            """
        let shown = """
            event: login
            data: {"access_token":"***","name":"Ada"}

            data: {
            data: ***
            data: ***
            data: }

            data: [{"name":"Ada","token":"***"}]

            data: [DONE]


            """
        #expect(try await output(events, ["Content-Type: text/event-stream"]).last == shown)
        let lines = events.replacingOccurrences(of: "\r\n", with: "\n")
        let returns = lines.replacingOccurrences(of: "\n", with: "\r")
        #expect(try await output(returns, ["Content-Type: text/event-stream"]).last == shown)
        let dense = try await output(#"data:{"token":"s3cret","id":7}"#, ["Content-Type: Text/Event-Stream"])
        #expect(dense.last == #"data: {"id":7,"token":"***"}"#)
        let error = "{\n\"access_token\": \"s3cret\"\n}"
        #expect(try await output(error, ["Content-Type: text/event-stream"]).last == #"{"access_token":"***"}"#)
    }

    @Test func printsABodyOnceAndNoLineForAnEmptyBody() async throws {
        #expect(try await output("", []).count == 2)
        let server = try ScriptedServer { _, connection in connection.respond(body: "here") }
        defer { server.stop() }
        let lines = Lines()
        let controller = Controller(baseURL: server.url(), middleware: [DebugPrinter { lines.append($0) }])
        let body = try await controller.stream(API.text).body
        // The second loop ends at once.
        for _ in 1...2 { for try await _ in body {} }
        #expect(lines.all.filter { $0 == "here" }.count == 1)
    }

    @Test func printsTheSizeOfALongBodyAndEscapesControlCharacters() async throws {
        let longest = String(repeating: "x", count: 65_536)
        #expect(try await output(longest, ["Content-Type: text/plain"]).last == longest)
        let long = try await output(longest + "x", ["Content-Type: text/plain"])
        #expect(long.last == "(65537 bytes)")
        let text = try await output("a\r\nb\nc\u{1B}[31m", ["Content-Type: text/plain"])
        #expect(text.last == "a\nb\nc\\u{1B}[31m")
    }
}
