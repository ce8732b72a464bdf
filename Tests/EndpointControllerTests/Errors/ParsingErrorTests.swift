import EndpointController
import EndpointStreaming
import Foundation
import TestSupport
import Testing

@Suite("Descriptions of bodies that cannot be decoded", .timeLimit(.minutes(1)))
struct ParsingErrorTests {
    private struct User: Decodable, Sendable {
        var userId: Int
    }

    private struct Team: Decodable, Sendable {
        var users: [User]
        var lead: User?
    }

    private func snakeCase() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private func ending<Payload>(_ parser: PayloadParser<Payload>, _ json: String) throws -> String {
        let text = try #require(complaint(parser, try response(json)))
        let start = try #require(text.range(of: "parsed: "))
        let end = try #require(text.range(of: " (200"))
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test("Says where a key is missing, and which members are there")
    func missingKey() throws {
        #expect(
            try ending(PayloadParser<User>.json, #"{"user_id": 4242, "created_at": "s3cret"}"#)
                == "userId is missing; the object has created_at, user_id.")
        #expect(
            try ending(PayloadParser<Team>.json, #"{"users": [{"userId": 1}, {"userID": 2}]}"#)
                == "users.1: userId is missing; the object has userID.")
        #expect(
            try ending(PayloadParser<Team>.json(snakeCase()), #"{"users": [{"account_id": 2}]}"#)
                == "users.0: userId is missing; the object has accountId.")
        #expect(try ending(PayloadParser<[String: User]>.json, #"{"a b": {}}"#) == "a b: userId is missing.")
        #expect(
            try ending(PayloadParser { try JSONDecoder().decode(User.self, from: $0.body) }, #"{"user_id": 1}"#)
                == "userId is missing.")
    }

    @Test("Keeps the reason that a type gives for a missing key")
    func ownReason() throws {
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let reason = "Expected an id or a name."
                throw DecodingError.keyNotFound(Key.id, .init(codingPath: [], debugDescription: reason))
            }
            enum Key: CodingKey { case id }
        }
        #expect(try ending(PayloadParser<Either>.json, "{}") == "Expected an id or a name.")
    }

    @Test("Says that a body is not in UTF-8")
    func otherCharset() throws {
        let json = try response(Array(#"{"userId": "Zo"#.utf8) + [0xEB] + Array(#""}"#.utf8))
        let text = try #require(complaint(PayloadParser<[String: String]>.json, json))
        #expect(text.contains(#"The body is not text in the charset "utf-8"."#), "\(text)")
    }

    @Test("Explains an element of a stream as it explains a payload")
    func element() async throws {
        let transport = Answering { answer(to: $0, chunks: ["{\"userId\": 1}\n", "{\"user_id\": 2}\n"]) }
        let api = Controller(baseURL: baseURL, transport: transport)
        let error = await #expect(throws: LoadError.self) {
            let users = RESTEndpoint<Void>(path: "x").streamed(by: ElementParser<User>.jsonLines)
            for try await user in api.elements(of: users) { #expect(user.userId == 1) }
        }
        let text = try #require(error).description
        #expect(text.contains("userId is missing; the object has user_id."), "\(text)")
    }
}
