import EndpointController
import Foundation
import TestSupport
import Testing

/// Tests of parsers in the calls of a controller.
@Suite(.timeLimit(.minutes(1))) struct PayloadLoadTests {
    /// Answers every request with the same body.
    private struct Answer: EndpointTransport {
        var body: String

        func send(
            _ outgoing: OutgoingRequest,
            context: EndpointTransportContext
        ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
            let request = outgoing.urlRequest
            let head = EndpointResponseHead(url: request.url, statusCode: 200)
            return EndpointStreamedResponse(head: head, body: EndpointResponseBody(Data(body.utf8)))
        }
    }

    private struct Holiday: Decodable, Equatable { var day: Date }

    private struct GetHoliday: BaseURLEndpointType, MethodProviderType, PayloadProviderType {
        typealias Payload = Holiday
        var method: HTTPMethod { .get }
    }

    private func controller(
        _ body: String,
        decoder: JSONDecoder = .endpoint()
    ) -> EndpointController<EndpointDefaultServerError> {
        let url = URL(string: "https://example.com/api/")
        return EndpointController(baseURL: url, transport: Answer(body: body), decoder: decoder)
    }

    @Test func usesTheDateStyleOfTheController() async throws {
        let controller = controller(#"{"day":"2001-01-01"}"#, decoder: .endpoint(dates: [.fullDate]))
        let expected = Holiday(day: Date(timeIntervalSinceReferenceDate: 0))
        #expect(try await controller.load(GetHoliday()) == expected)
        #expect(try await controller.load(GetHoliday().parsed(as: Holiday.self)) == expected)
        #expect(try await controller.load(GetHoliday().parsed(by: .dictionary))["day"] as? String == "2001-01-01")
    }

    @Test func namesTheCodingPathAndTheRequestOfAnInvalidDate() async throws {
        let controller = controller(#"{"day":"tomorrow"}"#)
        let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
            try await controller.load(GetHoliday())
        }
        let sentence = try #require(error).description
        #expect(sentence.contains("day: Expected a date and time in ISO 8601"))
        #expect(sentence.contains("https://example.com/api/") && !sentence.contains("tomorrow"))
    }

    @Test func refusesAnEmptyBodyUnlessThePayloadIsOptionalOrText() async throws {
        let controller = controller("")
        await #expect {
            try await controller.load(GetHoliday())
        } throws: { error in
            guard case EndpointError<EndpointDefaultServerError>.parsing(_, let reason) = error else { return false }
            return reason as? EndpointPayloadError == .emptyBody
        }
        #expect(try await controller.load(GetHoliday().parsed(as: Holiday?.self)) == nil)
        #expect(try await controller.load(GetHoliday().parsed(as: String.self)) == "")
        #expect(try await controller.load(GetHoliday().parsed(as: String?.self)) == nil)
    }

    @Test("Throws the error of a parser, to which the timeout does not apply")
    func slowParser() async throws {
        struct Invalid: Error {}
        var error: EndpointError<EndpointDefaultServerError>?
        for factor in timeFactors where error?.kind != .parsing {
            let api = EndpointController(
                baseURL: URL(string: "https://example.com/"), transport: Answer(body: "hello"),
                rules: EndpointRules(timeout: .milliseconds(50) * factor))
            let parser = PayloadParser<Void> { _ in
                let end = ContinuousClock.now + .milliseconds(100) * factor
                // The timeout would cancel the task.
                while !Task.isCancelled, .now < end { Thread.sleep(forTimeInterval: 0.01) }
                throw Invalid()
            }
            error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
                try await api.load(RESTEndpoint(path: "x").parsed(by: parser))
            }
        }
        guard case .parsing(_, is Invalid) = error else { throw try #require(error) }
    }

    @Test("Reads a body of any length if the size limit is the largest number")
    func largestLimit() async throws {
        let api = EndpointController(
            baseURL: URL(string: "https://example.com/"), transport: Answer(body: "hello"),
            rules: EndpointRules(responseSizeLimit: .max))
        #expect(try await api.load(RESTEndpoint<String>(path: "x")) == "hello")
    }
}
