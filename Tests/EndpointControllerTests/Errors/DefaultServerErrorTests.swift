import EndpointController
import EndpointSupport
import Foundation
import TestSupport
import Testing

@Suite(
    "The server's words in a description: the usual shapes of error bodies, and the names of members otherwise",
    .timeLimit(.minutes(1)))
struct DefaultServerErrorTests {
    private struct NamedError: EndpointServerError {
        var reason: String?
        var errorCode: Int
    }

    private enum Code: String, Decodable, ServerErrorText {
        case declined
        var serverErrorText: String? { rawValue }
    }

    private struct CertainError: EndpointServerError {
        var error: Code
        var message: String
        var reason: String { message }
        var detail: String
    }

    @Test("Shows texts that are not optional, stored or computed, and those of a type of its own")
    func certainTexts() async throws {
        let body = #"{"error": "declined", "message": "No credit.", "detail": "Balance 3"}"#
        #expect(try await description(body, as: CertainError.self).hasSuffix(": declined, No credit. Balance 3"))
    }

    private func description<ServerError: EndpointServerError>(
        _ body: String, as type: ServerError.Type, _ decoder: JSONDecoder = .endpoint()
    ) async throws -> String {
        let transport = Answering { answer(to: $0, 422, chunks: [body]) }
        let api = EndpointController<ServerError>(baseURL: baseURL, transport: transport, decoder: decoder)
        let error = await #expect(throws: EndpointError<ServerError>.self) {
            try await api.load(RESTEndpoint<Void>(path: "x"))
        }
        return try #require(error).description
    }

    private typealias Words = EndpointDefaultServerError
    private static let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    private static let numbers = (1...21).map(String.init)

    @Test(
        "Reads the usual shapes member by member, skips a member of another type, and cuts a long list",
        arguments: [
            (#"{"error": "bad", "detail": 5}"#, Words(error: "bad")),
            (#"{"error": true, "reason": "No such book."}"#, Words(reason: "No such book.")),
            (#"{"error": {"code": 7, "message": "Declined"}}"#, Words(reason: "Declined")),
            (#"{"error": {"type": "card", "code": "lost"}}"#, Words(reason: "code: lost, type: card")),
            (#"{"error": ["a", 1, "b"], "message": null}"#, Words(reason: "a, b")),
            (#"{"error": "gone", "error_description": "Expired"}"#, Words(error: "gone", reason: "Expired")),
            (#"{"message": "Not Found", "status": 404}"#, Words(reason: "Not Found")),
            (#"{"msg": "Not Found"}"#, Words(reason: "Not Found")),
            (#"{"description": "Closed"}"#, Words(reason: "Closed")),
            (#"{"error_message": "No"}"#, Words(reason: "No")), (#"{"errorMessage": "No"}"#, Words(reason: "No")),
            (#"{"title": "No credit", "detail": "Balance 3"}"#, Words(reason: "No credit", detail: "Balance 3")),
            (#"{"detail": ["a", "b"], "message": ""}"#, Words(detail: "a, b")),
            (#"{"detail": [{"loc": ["body", 0, "id"], "msg": "Required"}]}"#, Words(detail: "body, id: Required")),
            (#"{"errors": [{"field": "id", "message": "is taken"}]}"#, Words(detail: "id: is taken")),
            (#"{"errors": [{"path": "name", "message": "is odd"}]}"#, Words(detail: "name: is odd")),
            (#"{"errors": {"name": ["is short", "is odd"], "age": 1}}"#, Words(detail: "name: is short, is odd")),
            (#"{"errors": [{"title": "Invalid", "detail": "Too short"}]}"#, Words(detail: "Too short")),
            (#"[{"message": "Locked", "code": "L1"}]"#, Words(reason: "Locked")),
            (#""Locked""#, Words(reason: "Locked")),
            (#"{"detail": \#(nested)}"#, Words()),
            ("\(numbers)", Words(reason: numbers.dropLast().joined(separator: ", "))),
        ])
    func shapes(json: String, expected: EndpointDefaultServerError) throws {
        let response = try response(json)
        for decoder in [JSONDecoder.endpoint(), snakeCase] {
            #expect(Words.serverError(in: response, isAccepted: false, decoder: decoder) == expected, "\(json)")
        }
    }

    private var snakeCase: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    @Test("Has no server error for a body without words", arguments: ["", "<p>no</p>", "5", "null", "[]", "[[{}]]"])
    func noWords(body: String) throws {
        #expect(Words.serverError(in: try response(body), isAccepted: false, decoder: .endpoint()) == nil)
    }

    @Test(
        "Shows each different text in a description, on one line",
        arguments: [
            (#"{"error": {"message": "Card declined"}, "detail": 5}"#, ": Card declined"),
            (#"{"error": "Not Found", "message": "Not Found", "detail": "No book 7"}"#, ": Not Found, No book 7"),
            (#"{"error": "\n bad\nline", "message": "Too short.", "detail": ""}"#, ": bad line, Too short."),
        ])
    func reason(body: String, ending: String) async throws {
        let text = try await description(body, as: Words.self)
        #expect(text.hasSuffix(ending), "\(text)")
    }

    @Test("Skips empty texts for the reason of the server")
    func emptyTexts() throws {
        let response = try response("")
        for words in [Words(error: "a", reason: "", detail: "b"), Words(error: "b", detail: "")] {
            #expect(LoadError.unacceptableStatus(response, words).serverReason == "b")
        }
        #expect(LoadError.unacceptableStatus(response, Words(reason: "")).serverReason == nil)
    }

    @Test(
        "Names the members of a body that does not have those of the server error, without their values",
        arguments: [
            (#"{"message": "s3cret", "code": 7}"#, ". The body has the members code, message."),
            (#"{"ada@example.com": 1, "code": 2, "a\u001Bb": 3}"#, ". The body has the members code."),
            (#"{"ada@example.com": {"s3cret": 1}}"#, "."), ("[\"s3cret\"]", "."),
            ("<p>s3cret</p>", "."), ("{}", "."),
        ])
    func members(body: String, ending: String) async throws {
        let text = try await description(body, as: NamedError.self, snakeCase)
        #expect(text.hasSuffix("/x" + ending) && !text.contains("s3cret"), "\(text)")
    }

    @Test("Cuts a long list of members")
    func manyMembers() async throws {
        let body = "{\((0..<10_000).map { "\"member\($0)\": 1" }.joined(separator: ", "))}"
        let text = try await description(body, as: Words.self)
        #expect(text.hasSuffix("….") && text.count < 400)
    }
}
