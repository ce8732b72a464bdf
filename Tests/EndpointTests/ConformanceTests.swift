public import Endpoint
public import Foundation
public import OtherModule
import Testing

// These types declare their conformances in different places. The conformances of `InExtension` and
// `APIInExtension` are in ConformanceTests+OtherFile.swift.

struct APIInExtension {}

struct InExtension: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod { .post }
}

private class Superclass: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod { .post }
}

private final class Subclass: Superclass, RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType
{
    var relativeURLString: String { "sub" }
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "sub")] }
    var headerFields: [String: String] { ["From": "sub"] }
    var body: HTTPBody? { .text("sub") }
}

private class URLSuperclass: EndpointType, MethodProviderType, URLProviderType {
    var method: HTTPMethod { .post }
    var url: URL? { EndpointTests.url("https://example.com/api/") }
}

private final class URLSubclass: URLSuperclass, QueryItemsProviderType, HeaderFieldsProviderType, BodyProviderType {
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "sub")] }
    var headerFields: [String: String] { ["From": "sub"] }
    var body: HTTPBody? { .text("sub") }
}

private class OverriddenSuperclass: BaseURLEndpointType, MethodProviderType, HeaderFieldsProviderType {
    var method: HTTPMethod { .get }
    var headerFields: [String: String] { ["From": "super"] }
}

private final class OverridingSubclass: OverriddenSuperclass {
    override var method: HTTPMethod { .post }
    override var headerFields: [String: String] { ["From": "sub"] }
}

private final class ForeignSubclass: ForeignClassEndpoint, BodyProviderType {
    override var headerFields: [String: String] { ["From": "sub"] }
    var body: HTTPBody? { .text("sub") }
}

private protocol Named { static var name: String { get } }
extension Int: Named { static var name: String { "int" } }

private struct Conditional<Element>: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod { .post }
}
extension Conditional: RelativeURLStringProviderType where Element: Named {
    var relativeURLString: String { Element.name }
}
extension Conditional: QueryItemsProviderType where Element: Named {
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: Element.name)] }
}
extension Conditional: HeaderFieldsProviderType where Element: Named {
    var headerFields: [String: String] { ["From": Element.name] }
}
extension Conditional: BodyProviderType where Element: Named {
    var body: HTTPBody? { .text(Element.name) }
}

extension ForeignEndpoint: RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType
{
    public var relativeURLString: String { "here" }
    public var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "here")] }
    public var headerFields: [String: String] { ["From": "here"] }
    public var body: HTTPBody? { .text("here") }
}

extension ForeignURLEndpoint: QueryItemsProviderType, HeaderFieldsProviderType,
    BodyProviderType
{
    public var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "here")] }
    public var headerFields: [String: String] { ["From": "here"] }
    public var body: HTTPBody? { .text("here") }
}

extension PackageEndpoint: RelativeURLStringProviderType, QueryItemsProviderType,
    HeaderFieldsProviderType, BodyProviderType
{
    package var relativeURLString: String { "package" }
    package var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "package")] }
    package var headerFields: [String: String] { ["From": "package"] }
    package var body: HTTPBody? { .text("package") }
}

private struct ConditionalAPI<Element>: BaseURLEndpointType, MethodProviderType {
    var method: HTTPMethod { .post }
}
extension ConditionalAPI: RelativeURLStringProviderType, QueryItemsProviderType, HeaderFieldsProviderType,
    BodyProviderType, APIEndpointType
where Element: Named {
    var relativeURLString: String { Element.name }
    var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: Element.name)] }
    var headerFields: [String: String] { ["From": Element.name] }
    var body: HTTPBody? { .text(Element.name) }
}

private class APISuperclass: APIEndpointType {
    var method: HTTPMethod { .get }
    var relativeURLString: String { "super" }
    var queryItems: [URLQueryItem] { [] }
    var headerFields: [String: String] { [:] }
    var body: HTTPBody? { nil }
}

private final class APISubclass: APISuperclass {
    override var method: HTTPMethod { .post }
    override var relativeURLString: String { "sub" }
    override var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "sub")] }
    override var headerFields: [String: String] { ["From": "sub"] }
    override var body: HTTPBody? { .text("sub") }
}

extension ForeignThing: APIEndpointType {
    public var method: HTTPMethod { .post }
    public var relativeURLString: String { "here" }
    public var queryItems: [URLQueryItem] { [URLQueryItem(name: "from", value: "here")] }
    public var headerFields: [String: String] { ["From": "here"] }
    public var body: HTTPBody? { .text("here") }
}

/// An API whose endpoints are the cases of an enum.
private enum UsersAPI: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, BodyProviderType {
    case list
    case create(name: String)

    var method: HTTPMethod {
        switch self {
        case .list: .get
        case .create: .post
        }
    }

    var relativeURLString: String { "users" }

    var body: HTTPBody? {
        switch self {
        case .list: nil
        case .create(let name): .json(["name": name])
        }
    }
}

@Suite struct ConformanceTests {
    private func expect(_ request: URLRequest, from name: String, path: String) {
        #expect(request.httpMethod == "POST")
        #expect(request.url?.absoluteString == "https://example.com/\(path)?from=\(name)")
        #expect(request.value(forHTTPHeaderField: "From") == name)
        #expect(request.bodyText == name)
    }

    @Test func usesConformancesOfAnExtensionInAnotherFile() throws {
        expect(try InExtension().request(baseURL: baseURL), from: "extension", path: "api/extension")
    }

    @Test func usesConformancesOfASubclass() throws {
        let endpoint: Superclass = Subclass()
        expect(try endpoint.request(baseURL: baseURL), from: "sub", path: "api/sub")
        let other: URLSuperclass = URLSubclass()
        expect(try other.request, from: "sub", path: "api/")
    }

    @Test func usesConformancesOfASubclassOfAForeignClass() throws {
        let request = try ForeignSubclass().request(baseURL: baseURL)
        #expect(request.value(forHTTPHeaderField: "From") == "sub")
        #expect(request.bodyText == "sub")
        #expect(try ForeignClassEndpoint().request(baseURL: baseURL).bodyText == "none")
    }

    @Test func usesPropertiesThatASubclassOverrides() throws {
        let endpoint: OverriddenSuperclass = OverridingSubclass()
        let request = try endpoint.request(baseURL: baseURL)
        #expect(request.httpMethod == "POST")
        #expect(request.value(forHTTPHeaderField: "From") == "sub")
    }

    @Test func usesAConditionalConformanceOnlyWhereItApplies() throws {
        expect(try Conditional<Int>().request(baseURL: baseURL), from: "int", path: "api/int")
        let request = try Conditional<String>().request(baseURL: baseURL)
        #expect(request.summary == "POST\nhttps://example.com/api/\n\nnone")
    }

    @Test func usesRetroactiveConformancesOfForeignTypes() throws {
        expect(try ForeignEndpoint().request(baseURL: baseURL), from: "here", path: "api/here")
        expect(try ForeignURLEndpoint().request, from: "here", path: "foreign")
        expect(try PackageEndpoint().request(baseURL: baseURL), from: "package", path: "api/package")
    }

    @Test("Uses an APIEndpointType conformance that is conditional, retroactive, in another file or of a superclass")
    func apiEndpointType() throws {
        expect(try ConditionalAPI<Int>().request(baseURL: baseURL), from: "int", path: "api/int")
        expect(try ForeignThing().request(baseURL: baseURL), from: "here", path: "api/here")
        expect(try APIInExtension().request(baseURL: baseURL), from: "extension", path: "api/extension")
        let endpoint: APISuperclass = APISubclass()
        expect(try endpoint.request(baseURL: baseURL), from: "sub", path: "api/sub")
    }

    @Test func refusesABodyOfARetroactiveConformanceOnGET() {
        #expect(error { try ForeignEndpoint(method: .get).request(baseURL: baseURL) } == .bodyNotAllowed(.get))
    }

    @Test func buildsARequestForEachCaseOfAnEnum() throws {
        #expect(try UsersAPI.list.request(baseURL: baseURL).summary == "GET\nhttps://example.com/api/users\n\nnone")
        let create = try UsersAPI.create(name: "Ada").request(baseURL: baseURL)
        #expect(
            create.summary
                == "POST\nhttps://example.com/api/users\nContent-Type: application/json\n\n{\"name\":\"Ada\"}")
    }
}
