// modes: 6
// Mistakes that newcomers make. The message of the compiler names the fix.
import Endpoint
import EndpointController
import EndpointPaging
import EndpointStreaming
import Foundation

struct User: Decodable, Sendable {
    var name: String
}

struct Draft {
    var title: String
}

struct WithoutURL: APIEndpointType {  // expect: protocol 'RelativeURLStringProviderType'
    var method: HTTPMethod { .get }
}

struct WithWrongType: APIEndpointType {  // expect: protocol 'RelativeURLStringProviderType'
    var relativeURLString: URL { URL(filePath: "users") }
}

struct WithBytes: APIEndpointType {  // expect: Declare an HTTPBody, such as .data(bytes)
    let body: Data
    var relativeURLString: String { "users" }
}

struct WithText: APIEndpointType {  // expect: Declare an HTTPBody, such as .text(string)
    let body: String
    var relativeURLString: String { "users" }
}

struct WithDictionary: APIEndpointType {  // expect: Declare an HTTPBody, such as .json(
    let body: [String: String]
    var relativeURLString: String { "users" }
}

struct WithoutPayload: APIEndpointType {
    var relativeURLString: String { "users" }
}

struct WithUndecodablePayload: APIEndpointType, PayloadProviderType {  // expect: declare the parser
    typealias Payload = Draft
    var relativeURLString: String { "drafts/1" }
}

final class Session: Decodable {
    var token = ""
}

struct WithUnsendablePayload {}

extension WithUnsendablePayload: APIEndpointType, PayloadProviderType {  // expect: not conform to the 'Sendable'
    typealias Payload = Session
    var relativeURLString: String { "session" }
}

struct Generic<Payload: Decodable & Sendable>: APIEndpointType, PayloadProviderType {  // expect: 'PayloadProviderType'
    var relativeURLString: String { "users" }
}

enum Server: String, ServerType {
    case staging = "https://staging.example.com/"
}

func calls(_ api: EndpointController<EndpointDefaultServerError>) async throws {
    _ = try await api.load(WithoutPayload())  // expect: 'WithoutPayload' conform to 'PayloadProviderType'
    _ = try await api.load(WithoutPayload().parsed(as: Draft.self))  // expect: 'Draft' conform to 'Decodable'
    _ = try await api.load("users")  // expect: requires that 'String' conform to
    _ = try await api.load(URL(filePath: "users"))  // expect: requires that 'URL' conform to
    try await api.load(RESTEndpoint<Void>(.delete, path: "users/1"))
    _ = try await api.load(RESTEndpoint<User>("users/1"))  // expect: missing argument for parameter 'path'
    _ = try api.loadAndWait(WithoutPayload().parsed(as: User.self))  // expect: Use load(_:) with await
    let user = WithoutPayload().parsed(as: User.self)
    for try await page in api.pages(of: user) { print(page) }  // expect: 'PagedPayloadType'
    for try await event in api.elements(of: WithoutPayload()) { print(event) }  // expect: 'ElementsProviderType'
    _ = EndpointController(baseURL: Server.staging)
    _ = EndpointController(baseURL: "https://example.com/")  // expect: as in enum Server: String, ServerType
    _ = try await api.upload(WithoutPayload()) { _ in }  // expect: 'WithoutPayload' conform to 'PayloadProviderType'
    _ = api.load(WithoutPayload())  // expect: 'WithoutPayload' conform to 'PayloadProviderType'
}

func requests(_ endpoint: WithoutPayload) throws {
    _ = endpoint.request
    _ = try endpoint.request()  // expect: missing argument for parameter 'baseURL'
    _ = try endpoint.request(baseURL: "https://example.com/")  // expect: or pass a URL
    _ = HTTPBody.jsonEncoded(Draft(title: "x"))  // expect: requires that 'Draft' conform to 'Encodable'
    _ = [URLQueryItem].items(["draft": Draft(title: "x")])  // expect: ParameterValue
    _ = HTTPBody.form(["draft": Draft(title: "x")])  // expect: 'Draft'
}
