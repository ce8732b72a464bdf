import EndpointController
import Foundation
import Testing

@Suite struct PayloadParserTests {
    // MARK: Data, nothing, closures

    @Test func returnsTheUnchangedBodyAsData() throws {
        #expect(try PayloadParser.data.parse(try response([0, 0xFF, 0xFE])) == Data([0, 0xFF, 0xFE]))
        #expect(try PayloadParser.data.parse(try response("")).isEmpty)
    }

    @Test(arguments: ["", "{}", "<html>", "\u{0}"]) func ignoresTheBodyWithTheParserNone(body: String) throws {
        let response = try response(body, contentType: "text/plain; charset=klingon")
        #expect(throws: Never.self) { try PayloadParser.none.parse(response) }
    }

    @Test func parsesWithAClosure() throws {
        let parser = PayloadParser { response in response.body.count + response.statusCode }
        #expect(try parser.parse(try response("abc")) == 203)

        struct Refusal: Error, Equatable {}
        let refusing = PayloadParser<Int> { _ in throw Refusal() }
        #expect(throws: Refusal()) { try refusing.parse(try response("")) }
    }

    /// Has a parameter for a parser, as the functions of a controller do.
    private func load<Payload>(_ body: String, parser: PayloadParser<Payload>) throws -> Payload {
        try parser.parse(try response(body))
    }

    @Test func offersParsersAsImplicitMembers() throws {
        #expect(try load("a", parser: .data) == Data("a".utf8))
        #expect(try load("a", parser: .text) == "a")
        #expect(try load("1", parser: .lossless(Int.self)) == 1)
        let number: Double = try load("1.5", parser: .lossless())
        #expect(number == 1.5)
        #expect(try load(#"{"a":[]}"#, parser: .dictionary).count == 1)
        #expect(try load("[1]", parser: .array).count == 1)
        let strings: [String] = try load(#"["a"]"#, parser: .json)
        let sameStrings: [String] = try load(#"["a"]"#, parser: .json(JSONDecoder()))
        #expect(strings == sameStrings)
        #expect(throws: Never.self) { try load("a", parser: .none) }
        #expect(try load("a", parser: PayloadParser { $0.body.count }) == 1)
    }

    @Test func passesTheDecoderThroughAMappedParser() throws {
        struct Envelope: Decodable { var createdAt: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let parser = PayloadParser<Envelope>.json.map(\.createdAt.timeIntervalSince1970)
        #expect(try parser.parse(try response(#"{"created_at":5}"#), decoder: decoder) == 5)
    }
}
