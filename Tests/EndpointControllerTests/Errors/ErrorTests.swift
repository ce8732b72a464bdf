import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("EndpointError: each failure has its own case", .timeLimit(.minutes(1)))
struct ErrorTests {
    private struct Refused: Error, Equatable {}

    /// A server error in the body of a response, which may have the status 200.
    private struct SlackError: EndpointServerError {
        var ok: Bool
        var error: String?

        static func serverError(in response: EndpointResponse, isAccepted: Bool, decoder: JSONDecoder) -> SlackError? {
            let answer = try? decoder.decode(SlackError.self, from: response.body)
            return answer?.ok == false ? answer : nil
        }
    }

    private func slack(
        _ json: String, _ statusCode: Int = 200, rules: EndpointRules = EndpointRules()
    ) -> EndpointController<SlackError> {
        let transport = Answering { answer(to: $0, statusCode, chunks: [json]) }
        return EndpointController(baseURL: URL(string: "https://slack.example/"), transport: transport, rules: rules)
    }

    @Test("Throws the server error in the body of a response with the status 200")
    func errorWithStatus200() async throws {
        let error = await #expect(throws: EndpointError<SlackError>.self) {
            try await slack(#"{"ok": false, "error": "channel_not_found"}"#).load(GetNumbers().parsed(by: .none))
        }
        guard case .reportedFailure(let response, let serverError) = error else { throw try #require(error) }
        #expect(response.statusCode == 200)
        #expect(serverError.error == "channel_not_found")
        #expect(error?.serverError == serverError)
        #expect(error?.description.contains("channel_not_found") == true)
        try await slack(#"{"ok": true}"#).load(GetNumbers().parsed(by: .none))
        let refused = await #expect(throws: EndpointError<SlackError>.self) {
            try await slack(#"{"ok": false, "error": "ratelimited"}"#, 429).load(GetNumbers().parsed(by: .none))
        }
        guard case .unacceptableStatus(_, let reason) = refused else { throw try #require(refused) }
        #expect(reason?.error == "ratelimited")
        let images = EndpointRules(acceptedContentTypes: ["image/png"])
        let failed = await #expect(throws: EndpointError<SlackError>.self) {
            try await slack(#"{"ok": false, "error": "no_image"}"#, rules: images).load(GetNumbers().parsed(by: .none))
        }
        #expect(failed?.kind == .reportedFailure && failed?.serverReason == "no_image")
    }

    @Test(
        "Joins the texts of a server error as sentences or as a list, makes control characters visible, and cuts long texts",
        arguments: [
            ("Card declined.", "Card declined. Code 7"), ("declined", "declined, Code 7"), ("", "Code 7"),
            (#"a\u001B[2J."#, #"a\u{1B}[2J. Code 7"#),
            (String(repeating: "x", count: 501), String(repeating: "x", count: 500) + "…"),
        ])
    func joinedTexts(error: String, text: String) async throws {
        let json = #"{"error": "\#(error)", "detail": "Code 7"}"#
        let transport = Answering { answer(to: $0, 402, chunks: [json]) }
        let api = Controller(baseURL: URL(string: "https://example.com/"), transport: transport)
        let error = await #expect(throws: LoadError.self) { try await api.load(GetNumbers().parsed(by: .none)) }
        #expect(error?.description.hasSuffix(": \(text)") == true, "\(error?.description ?? "")")
    }

    /// An error whose members have other names in JSON.
    private struct NamedError: EndpointServerError {
        var errorCode: Int
    }

    @Test("Decodes a server error with the decoder of the controller by default")
    func decoder() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let transport = Answering { answer(to: $0, 409, chunks: [#"{"error_code": 7}"#]) }
        let api = EndpointController<NamedError>(
            baseURL: URL(string: "https://example.com/"), transport: transport, decoder: decoder)
        let error = await #expect(throws: EndpointError<NamedError>.self) {
            try await api.load(GetNumbers().parsed(by: .none))
        }
        #expect(error?.serverError == NamedError(errorCode: 7))
    }

    @Test("Throws middlewareFailed for an error of a middleware")
    func middleware() async throws {
        let api = controller(Looking { _, _ in throw Refused() }) { _ in "[]" }
        let error = await #expect(throws: LoadError.self) { try await api.load(GetNumbers()) }
        guard case .middlewareFailed(_, let reason) = error else { throw try #require(error) }
        #expect(reason as? Refused == Refused())
    }

    @Test(
        "Keeps the case of another controller's error that a middleware throws, if the case is about the connection",
        arguments: [
            (EndpointTransportError.timedOut, EndpointErrorKind.timedOut), (.cancelled, .cancelled),
            (.unreachable(Refused()), .serverUnreachable), (.notResponding(Refused()), .serverNotResponding),
            (.invalidRequest(Refused()), .middlewareFailed),
        ])
    func otherController(error: EndpointTransportError, kind: EndpointErrorKind) async throws {
        let other = EndpointController<SlackError>(transport: Answering { _ in throw error })
        let api = controller(
            Looking { _, _ in _ = try await other.load((try Given(url: "https://example.com/")).parsed(by: .none)) }
        ) { _ in "[]" }
        let thrown = await #expect(throws: LoadError.self) { try await api.load(GetNumbers()) }
        #expect(thrown?.kind == kind)
    }

    private struct Bill: Decodable, Sendable {
        enum Kind: String, Decodable { case food }
        var kind: Kind?
        var count: Int8?
        var range: ClosedRange<Int>?
    }

    @Test(
        "Describes a decoding error without values from the body",
        arguments: [
            (#"{"kind": "secret 4242"}"#, "kind: "), (#"{"count": 4242}"#, "number"), (#"{"count": 42.42}"#, "number"),
            (#"{"range": [4242, 42]}"#, "range: "),
        ])
    func undecodableBody(json: String, words: String) async throws {
        let api = controller { _ in json }
        let error = await #expect(throws: LoadError.self) { try await api.load(GetNumbers().parsed(as: Bill.self)) }
        let text = try #require(error?.description)
        #expect(text.contains(words) && !text.contains("42") && !text.contains("secret"), "\(text)")
    }

    @Test("Supplies kind, response and server reason of any controller's error")
    func anyError() async throws {
        func shown(_ error: (any Error)?) -> String? {
            (error as? any AnyEndpointError).map {
                "\($0.kind) \($0.response?.statusCode ?? 0) \($0.serverReason ?? "-")"
            }
        }
        let slackError = await #expect(throws: EndpointError<SlackError>.self) {
            try await slack(#"{"ok": false, "error": "no_text"}"#).load(GetNumbers().parsed(by: .none))
        }
        #expect(shown(slackError) == "reportedFailure 200 no_text")
        let json = #"{"error": "forbidden", "reason": "not yours", "detail": "Ask Ada."}"#
        let api = Controller(transport: Answering { answer(to: $0, 403, chunks: [json]) })
        let other = await #expect(throws: LoadError.self) {
            try await api.load((try Given(url: "https://example.com/")).parsed(by: .none))
        }
        #expect(shown(other) == "unacceptableStatus 403 not yours")
        #expect(shown(LoadError.cancelled(EndpointUnansweredCall())) == "cancelled 0 -")
    }

    @Test("Compares errors by their values, not by their descriptions")
    func equality() {
        struct One: Error, Equatable {
            var number: Int
        }
        // Both have the same description.
        #expect(EndpointRequestError.bodyNotEncodable(One(number: 1)) != .bodyNotEncodable(One(number: 2)))
        #expect(EndpointRequestError.bodyNotEncodable(One(number: 1)) == .bodyNotEncodable(One(number: 1)))
        #expect(EndpointRequestError.bodyNotEncodable(One(number: 1)) != .bodyNotEncodable(Refused()))
        #expect(EndpointRequestError.invalidURL("a\u{1}") != .invalidURL(#"a\u{1}"#))
        #expect(EndpointRequestError.queryItemsNotEncodable(Refused()) != .bodyNotEncodable(Refused()))
        #expect(
            EndpointRequestError.bodyNotEncodable(CocoaError(.fileNoSuchFile))
                != .bodyNotEncodable(CocoaError(.fileWriteNoPermission)))
        #expect(EndpointPayloadError.bodyTooLarge(limit: 1) == .bodyTooLarge(limit: 1))
    }
}
