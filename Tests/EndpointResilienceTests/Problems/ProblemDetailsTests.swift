import EndpointResilience
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// A row of `problem-details.json`, a conformance file whose `source` names the origin of its facts.
private struct ProblemRow: Decodable, CustomTestStringConvertible {
    struct Problem: Decodable {
        var type: String
        var title: String?
        var status: Int?
        var detail: String?
        var instance: String?
    }

    var name: String
    var content_type: String
    var base: String
    var http_status: Int
    var body: String
    var problem: Problem?

    var testDescription: String { name }
}

@Suite("ProblemDetails", .timeLimit(.minutes(1)))
struct ProblemDetailsTests {
    private static let rows: [ProblemRow] = conformanceRows("problem-details", in: .module)

    /// Loads from a server that answers with this body.
    private func load(
        _ body: String,
        _ statusCode: Int = 400,
        contentType: String = "application/problem+json",
        from string: String = "https://api.example.com/v1/orders/42?full=1"
    ) async throws -> EndpointError<ProblemDetails>? {
        let transport = Answering {
            answer(to: $0, statusCode, fields: ["Content-Type": contentType], chunks: [body])
        }
        let api = EndpointController<ProblemDetails>(baseURL: baseURL, transport: transport)
        let endpoint = try Given(url: string)
        return await #expect(throws: EndpointError<ProblemDetails>.self) {
            try await api.load(endpoint.parsed(by: .none))
        }
    }

    @Test("The file has all its rows")
    func rowsAreThere() {
        #expect(Self.rows.count == 86)
    }

    @Test("Reads each row of the conformance file as expected", arguments: rows)
    fileprivate func row(_ row: ProblemRow) async throws {
        let error = try await load(row.body, row.http_status, contentType: row.content_type, from: row.base)
        #expect(error?.response?.statusCode == row.http_status)
        let problem = error?.serverError
        #expect((problem == nil) == (row.problem == nil))
        #expect(problem?.type == row.problem?.type)
        #expect(problem?.title == row.problem?.title)
        #expect(problem?.status == row.problem?.status)
        #expect(problem?.detail == row.problem?.detail)
        #expect(problem?.instance == row.problem?.instance)
        #expect(problem.map { Self.text(of: $0.extensions) } == Self.extensions(of: row.name))
    }

    /// The extensions that a row names, as JSON text; nil if the row has no problem.
    private static func extensions(of name: String) -> String? {
        let file = Bundle.module.url(forResource: "problem-details", withExtension: "json")
        let data = file.flatMap { try? Data(contentsOf: $0) } ?? Data()
        let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        let row = (object?["rows"] as? [[String: Any]])?.first { $0["name"] as? String == name }
        return (row?["problem"] as? [String: Any])?["extensions"].map(text)
    }

    private static func text(of object: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    @Test("Keeps the precision of numbers in extensions")
    func numbers() async throws {
        let body = #"{"id": 9007199254740993, "price": 0.1, "huge": 12345678901234567890123, "status": 400}"#
        let problem = try await load(body)?.serverError
        #expect(problem?.extensions["id"] as? Int == 9_007_199_254_740_993)
        #expect(problem?.extensions["price"] as? Double == 0.1)
        #expect(problem?.extensions["huge"] as? Decimal == Decimal(string: "12345678901234567890123"))
    }

    @Test("Leaves out an extension that is nested too deeply, and keeps the rest")
    func depth() async throws {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let problem = try await load(#"{"title": "t", "deep": \#(deep), "x": 1}"#)?.serverError
        #expect(problem == ProblemDetails(title: "t", extensions: ["x": 1]))
    }

    @Test("Reads a problem from application/json, but not from HTML")
    func contentType() async throws {
        #expect(try await load(#"{"title": "t"}"#, contentType: "application/json")?.serverError?.title == "t")
        #expect(try await load("<html></html>", contentType: "text/html")?.serverError == nil)
    }

    @Test(
        "Resolves relative references against the URL of the response, which a redirect may have changed, or of the request",
        arguments: [("https://example.com/new/a", "https://example.com/new/b"), (nil, "https://example.com/api/b")])
    func base(_ string: String?, _ type: String) async throws {
        let transport = Answering { _ in
            var response = answer(to: URLRequest(url: baseURL), chunks: [#"{"type": "b"}"#])
            response.head = EndpointResponseHead(url: string.map { url($0) }, statusCode: 400)
            return response
        }
        let api = EndpointController<ProblemDetails>(baseURL: baseURL, transport: transport)
        let error = await #expect(throws: EndpointError<ProblemDetails>.self) {
            try await api.load(RESTEndpoint<String>(.get, path: "a"))
        }
        #expect(error?.serverError?.type == type)
    }

    @Test("Keeps a type that is not a URI")
    func invalidType() async throws {
        #expect(try await load(#"{"type": "http://["}"#)?.serverError?.type == "http://[")
    }

    @Test("Shows title and detail in the description of the error")
    func description() async throws {
        let error = try await load(#"{"title": "Out of credit", "detail": "Your balance is 30"}"#, 403)
        #expect(error?.localizedDescription.hasSuffix("Out of credit, Your balance is 30") == true)
    }

    @Test("Does not treat a response with an accepted status as a problem")
    func accepted() async throws {
        let transport = Answering { answer(to: $0, chunks: [#"{"title": "t"}"#]) }
        let api = EndpointController<ProblemDetails>(baseURL: baseURL, transport: transport)
        #expect(try await api.load(RESTEndpoint<String>(.get, path: "a")) == #"{"title": "t"}"#)
    }

    @Test("Compares all members")
    func equalMembers() {
        let problems = [
            ProblemDetails(), ProblemDetails(type: "a"), ProblemDetails(title: "a"), ProblemDetails(status: 400),
            ProblemDetails(detail: "a"), ProblemDetails(instance: "a"), ProblemDetails(extensions: ["a": 1]),
        ]
        for problem in problems { #expect(problems.count { $0 == problem } == 1, "\(problem)") }
    }

    @Test("Compares nested extensions by value")
    func equality() throws {
        func problem(_ extensions: String) throws -> ProblemDetails {
            try JSONDecoder().decode(ProblemDetails.self, from: Data(#"{"title": "t", "x": \#(extensions)}"#.utf8))
        }
        let texts = [
            "null", "true", "1", "1.5", #""1""#, "[]", "{}", #"[1, {"a": [null]}]"#, #"[1, {"a": [0]}]"#,
            #"[1, {"b": [null]}]"#, #"[{"a": [null]}, 1]"#, #"{"a": 1}"#, #"{"a": 1, "b": 1}"#,
        ]
        for (index, text) in texts.enumerated() {
            for (other, otherText) in texts.enumerated() {
                #expect(try (problem(text) == problem(otherText)) == (index == other), "\(text) and \(otherText)")
            }
        }
        #expect(try problem("1") != ProblemDetails(title: "t"))
    }
}
