import EndpointTesting
import Foundation
import TestSupport
import Testing

@Suite struct FixtureTests {
    @Test func parsesAResourceWithTheParserOfAnEndpoint() throws {
        let response = try EndpointResponse.fixture(body: .resource("users.json", in: .module))
        #expect(response.contentType == "application/json")
        #expect(try ListUsers().parse(response) == [.ada, .grace])
    }

    @Test(arguments: [
        (HTTPBody.jsonEncoded(User.ada), "application/json"), (.json(text: #"{"name":"Ada"}"#), "application/json"),
        (.data(Data(#"{"name":"Ada"}"#.utf8)), "application/octet-stream"),
        (.resource("users.json", in: .module, contentType: "text/json"), "text/json"),
    ])
    func usesTheContentTypeOfTheBody(body: HTTPBody, contentType: String) throws {
        #expect(try EndpointResponse.fixture(body: body).contentType == contentType)
    }

    @Test func ignoresTheCaseOfAFileExtension() {
        #expect(HTTPBody.resource("PHOTO.JPG", in: .module).contentType == "image/jpeg")
    }

    @Test func keepsTheGivenStatusFieldsAndRequest() throws {
        let request = try GetUser().request(baseURL: baseURL)
        let fields = ["content-type": "text/plain; charset=iso-8859-1", "Link": "</2>; rel=next"]
        let response = try EndpointResponse.fixture(
            404, headerFields: fields, body: .data(Data([0xE4])), request: request)
        #expect(response.statusCode == 404 && response.request.url == request.url)
        #expect(response.headerField("link") == "</2>; rel=next" && response.headerField("Content-Length") == "1")
        #expect(try PayloadParser<String>.text.parse(response) == "ä")
    }

    @Test func parsesWithTheGivenDecoder() throws {
        struct GetName: EndpointType, MethodProviderType, URLProviderType, PayloadProviderType {
            struct Payload: Decodable { var firstName: String }
            var method: HTTPMethod { .get }
            var url: URL? { nil }
        }
        let decoder = JSONDecoder.endpoint()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let response = try EndpointResponse.fixture(body: .json(text: #"{"first_name":"Ada"}"#))
        #expect(try GetName().parse(response, decoder: decoder).firstName == "Ada")
        let error = #expect(throws: DecodingError.self) { try GetName().parse(response) }
        guard case .keyNotFound = error else { throw try #require(error) }
    }

    @Test func throwsAnErrorThatNamesTheInvalidPart() throws {
        #expect(throws: FixtureError.invalidStatusCode(-1)) { try EndpointResponse.fixture(-1) }
        #expect(throws: FixtureError.invalidContentLength("x")) {
            try EndpointResponse.fixture(headerFields: ["Content-Length": "x"])
        }
        #expect(throws: EndpointRequestError.invalidHeaderFieldName("a b")) {
            try EndpointResponse.fixture(headerFields: ["a b": "x"])
        }
        var request = try GetUser().request(baseURL: baseURL)
        request.url = nil
        #expect(throws: FixtureError.missingURL) { try EndpointResponse.fixture(request: request) }
        let text = complaint { _ = try EndpointResponse.fixture(body: .resource("missing.json", in: .module)) }
        #expect(text?.contains("missing.json") == true)
        #expect(FixtureError.invalidStatusCode(99).errorDescription?.contains("99") == true)
    }
}
