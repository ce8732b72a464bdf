import EndpointController
import Foundation
import Testing

@Suite("PayloadParser and EndpointResponseBody", .timeLimit(.minutes(1)))
struct ParserTests {
    private struct Page: Equatable {
        var numbers: [Int]
        var type: String?
    }

    @Test("Maps a payload, with or without the response")
    func mapWithResponse() throws {
        let parser = PayloadParser<[Int]>.json.map { numbers, response in
            Page(numbers: numbers, type: response.contentType)
        }
        #expect(try parser.parse(try response("[1]", contentType: "a/b")) == Page(numbers: [1], type: "a/b"))
        #expect(try PayloadParser<[Int]>.json.map(\.count).parse(try response("[1, 2]")) == 2)
    }

    @Test("Passes the decoder to the closure of a parser")
    func decoder() throws {
        struct User: Decodable { var firstName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let parser = PayloadParser { response, decoder in
            try decoder.decode([String: User].self, from: response.body)["data"]?.firstName ?? ""
        }
        let body = try response(#"{"data": {"first_name": "Ada"}}"#)
        #expect(try parser.parse(body, decoder: decoder) == "Ada")
        let error = #expect(throws: DecodingError.self) { try parser.parse(body) }
        guard case .keyNotFound = error else { throw try #require(error) }
    }

    @Test("Collects a body up to a limit, and throws beyond it")
    func collected() async throws {
        func body() -> EndpointResponseBody {
            let chunks = AsyncStream { continuation in
                for chunk in ["ab", "c", "de"] { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
            return EndpointResponseBody {
                for await chunk in chunks { return chunk }
                return nil
            }
        }
        #expect(try await body().collected(upTo: 5) == Data("abcde".utf8))
        await #expect(throws: EndpointPayloadError.bodyTooLarge(limit: 4)) { try await body().collected(upTo: 4) }
    }
}
