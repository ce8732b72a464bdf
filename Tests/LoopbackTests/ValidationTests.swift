import EndpointCompliance
import EndpointController
import Foundation
import Testing

/// Tests of the responses that the endpoint or the controller accepts.
@Suite(.timeLimit(.minutes(1))) struct ValidationTests {
    private struct Picky: BaseURLEndpointType, MethodProviderType, RulesProviderType {
        var rules: EndpointRules {
            EndpointRules(
                acceptedStatusCodes: acceptedStatusCodes, acceptedContentTypes: acceptedContentTypes,
                responseSizeLimit: responseSizeLimit, responseValidator: responseValidator)
        }
        struct Refused: Error {}

        var method: HTTPMethod { .get }
        var acceptedStatusCodes: Set<Int> { [200, 302, 404] }
        var acceptedContentTypes: [String] { ["Application/JSON; charset=utf-8", "image/*"] }
        var responseSizeLimit: Int? { 10 }
        var responseValidator: @Sendable (EndpointResponse) throws -> Void {
            { response in if response.headerField("X-State") == "draft" { throw Refused() } }
        }
    }

    private struct Plain: BaseURLEndpointType, MethodProviderType {
        var method: HTTPMethod { .get }
    }

    /// Loads from a server that sends the given response.
    private func load(
        _ endpoint: some BaseURLEndpointType = Picky(),
        _ status: String = "200 OK",
        _ fields: [String] = [],
        body: String = "",
        rules: EndpointRules = EndpointRules()
    ) async throws -> (response: EndpointResponse?, error: LoadError?) {
        let server = try ScriptedServer { _, connection in connection.respond(status, fields, body: body) }
        defer { server.stop() }
        do throws(LoadError) {
            return (try await Controller(baseURL: server.url(), rules: rules).load(endpoint.parsed(by: .response)), nil)
        } catch {
            return (nil, error)
        }
    }

    @Test(arguments: [("200 OK", true), ("404 Not Found", true), ("201 Created", false), ("500 Oh No", false)])
    func acceptsOnlyTheStatusCodesOfTheEndpoint(status: String, isAccepted: Bool) async throws {
        let result = try await load(Picky(), status)
        #expect((result.response != nil) == isAccepted)
        if isAccepted { return }
        guard case .unacceptableStatus(let response, _) = result.error else { throw try #require(result.error) }
        #expect(status.hasPrefix("\(response.statusCode)"))
    }

    @Test func returnsAnAcceptedRedirectWithoutFollowingIt() async throws {
        let result = try await load(Picky(), "302 Found", ["Location: /elsewhere"])
        #expect(result.response?.headerField("Location") == "/elsewhere")
    }

    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true), ("image/png", true), ("image/", true),
        ("application/json \t;charset=utf-8", true),
        ("text/plain", false), ("application/jsonp", false), ("imagepng", false), ("", false),
    ])
    func acceptsOnlyTheContentTypesOfTheEndpoint(contentType: String, isAccepted: Bool) async throws {
        let fields = contentType.isEmpty ? [] : ["Content-Type: \(contentType)"]
        let result = try await load(Picky(), fields: fields, body: "{}")
        #expect((result.response != nil) == isAccepted)
        if !isAccepted, case .unacceptableContentType(let response) = result.error {
            #expect(response.body == Data("{}".utf8))
        } else {
            #expect(isAccepted)
        }
    }

    private func load(
        _ endpoint: some BaseURLEndpointType,
        fields: [String],
        body: String
    ) async throws -> (response: EndpointResponse?, error: LoadError?) {
        try await load(endpoint, "200 OK", fields, body: body)
    }

    @Test func acceptsAnEmptyBodyOfAnyContentType() async throws {
        #expect(try await load(Picky(), fields: [], body: "").response != nil)
        #expect(try await load(Picky(), fields: ["Content-Type: text/html"], body: "").response != nil)
    }

    @Test func appliesTheSizeLimitOfTheEndpoint() async throws {
        let json = ["Content-Type: application/json"]
        #expect(try await load(Picky(), fields: json, body: "0123456789").response != nil)
        let result = try await load(Picky(), fields: json, body: "0123456789x")
        guard case .responseTooLarge(let response, limit: 10) = result.error else { throw try #require(result.error) }
        #expect(response.body == Data("0123456789".utf8))
    }

    @Test func throwsTheErrorOfTheResponseValidator() async throws {
        let result = try await load(Picky(), fields: ["X-State: draft"], body: "")
        guard case .unacceptableResponse(_, is Picky.Refused) = result.error else { throw try #require(result.error) }
    }

    @Test func appliesControllerRulesUnlessTheEndpointHasItsOwn() async throws {
        struct Refused: Error {}
        let rules = EndpointRules(acceptedStatusCodes: [299], acceptedContentTypes: ["text/*"], responseSizeLimit: 3) {
            if $0.headerField("X-State") == "draft" { throw Refused() }
        }
        let text = ["Content-Type: text/csv"]
        #expect(try await load(Plain(), "299 Fine", text, body: "abc", rules: rules).response != nil)
        let status = try await load(Plain(), "200 OK", text, body: "abc", rules: rules).error
        let type = try await load(Plain(), "299 Fine", ["Content-Type: image/png"], body: "abc", rules: rules).error
        let size = try await load(Plain(), "299 Fine", text, body: "abcd", rules: rules).error
        let state = try await load(Plain(), "299 Fine", text + ["X-State: draft"], body: "abc", rules: rules).error
        guard case .unacceptableStatus = status, case .unacceptableContentType = type,
            case .responseTooLarge = size, case .unacceptableResponse(_, is Refused) = state
        else {
            Issue.record("\([status, type, size, state])")
            return
        }
        // The rules of the endpoint take precedence.
        let json = ["Content-Type: application/json", "X-State: draft"]
        let own = try await load(Picky(), "200 OK", json, body: "0123", rules: rules).error
        guard case .unacceptableResponse(_, is Picky.Refused) = own else { throw try #require(own) }
    }

    @Test func appliesAConditionalConformanceOfTheEndpoint() async throws {
        let error = try await load(Generic(value: 1), "200 OK").error
        #expect(error?.kind == .unacceptableStatus)
        #expect(try await load(Generic(value: "x"), "200 OK").error == nil)
    }

    @Test func hidesCredentialsInErrorDescriptions() async throws {
        struct Secret: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, HeaderFieldsProviderType
        {
            var method: HTTPMethod { .get }
            var relativeURLString: String { "x?access_token=s3cret-query" }
            var headerFields: [String: String] { ["Authorization": "Bearer s3cret-token", "Cookie": "id=s3cret-id"] }
        }
        let body = #"{"error":"Bad token"}"#
        for (status, fields) in [("401 No", []), ("200 OK", ["Content-Type: a/b"])] {
            let rules = EndpointRules(acceptedContentTypes: ["text/plain"])
            let error = try #require(try await load(Secret(), status, fields, body: body, rules: rules).error)
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] {
                #expect(!text.contains("s3cret"), "\(text)")
            }
        }
    }
}

private struct Generic<Value: Sendable> {
    var value: Value
}

extension Generic: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod { .get }
}

extension Generic: RulesProviderType where Value == Int {
    var rules: EndpointRules { EndpointRules(acceptedStatusCodes: acceptedStatusCodes) }
    var acceptedStatusCodes: Set<Int> { [201] }
}
