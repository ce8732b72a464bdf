import Endpoint
import Foundation
import Testing

// Each combination of the optional providers is a separate type: B for endpoints with a base URL, E for the others,
// then a letter for each provider, in the order relative URL string, query items, header fields, body. A is for
// endpoints with every provider, which declare the parts that the letters name.

private protocol BaseURLEndpoint: BaseURLEndpointType, MethodProviderType {}
private protocol URLEndpoint: EndpointType, MethodProviderType, URLProviderType {}
private protocol R: RelativeURLStringProviderType {}
private protocol Q: QueryItemsProviderType {}
private protocol H: HeaderFieldsProviderType {}
private protocol P: BodyProviderType {}

extension BaseURLEndpoint { var method: HTTPMethod { .put } }
extension URLEndpoint {
    var method: HTTPMethod { .put }
    var url: URL? { Parts.url }
}
extension R { var relativeURLString: String { Parts.relative } }
extension Q { var queryItems: [URLQueryItem] { Parts.items } }
extension H { var headerFields: [String: String] { Parts.fields } }
extension P { var body: HTTPBody? { Parts.body } }

private struct B: BaseURLEndpoint {}
private struct BR: BaseURLEndpoint, R {}
private struct BQ: BaseURLEndpoint, Q {}
private struct BH: BaseURLEndpoint, H {}
private struct BP: BaseURLEndpoint, P {}
private struct BRQ: BaseURLEndpoint, R, Q {}
private struct BRH: BaseURLEndpoint, R, H {}
private struct BRP: BaseURLEndpoint, R, P {}
private struct BQH: BaseURLEndpoint, Q, H {}
private struct BQP: BaseURLEndpoint, Q, P {}
private struct BHP: BaseURLEndpoint, H, P {}
private struct BRQH: BaseURLEndpoint, R, Q, H {}
private struct BRQP: BaseURLEndpoint, R, Q, P {}
private struct BRHP: BaseURLEndpoint, R, H, P {}
private struct BQHP: BaseURLEndpoint, Q, H, P {}
private struct BRQHP: BaseURLEndpoint, R, Q, H, P {}

private struct E: URLEndpoint {}
private struct EQ: URLEndpoint, Q {}
private struct EH: URLEndpoint, H {}
private struct EP: URLEndpoint, P {}
private struct EQH: URLEndpoint, Q, H {}
private struct EQP: URLEndpoint, Q, P {}
private struct EHP: URLEndpoint, H, P {}
private struct EQHP: URLEndpoint, Q, H, P {}

private protocol APIEndpoint: APIEndpointType {}
extension APIEndpoint {
    var method: HTTPMethod { .put }
    var relativeURLString: String { Parts.relative }
}

private struct AR: APIEndpoint {}
private struct ARQ: APIEndpoint { let queryItems = Parts.items }
private struct ARH: APIEndpoint { let headerFields = Parts.fields }
private struct ARP: APIEndpoint { let body: HTTPBody? = Parts.body }
private struct ARQH: APIEndpoint {
    let queryItems = Parts.items
    let headerFields = Parts.fields
}
private struct ARQP: APIEndpoint {
    let queryItems = Parts.items
    let body: HTTPBody? = Parts.body
}
private struct ARHP: APIEndpoint {
    let headerFields = Parts.fields
    let body: HTTPBody? = Parts.body
}
private struct ARQHP: APIEndpoint {
    let queryItems = Parts.items
    let headerFields = Parts.fields
    let body: HTTPBody? = Parts.body
}

private enum Parts {
    static let url = EndpointTests.url("https://other.example/x")
    static let relative = "users/7"
    static let items = [URLQueryItem(name: "a b", value: "1"), URLQueryItem(name: "c", value: "é")]
    static let fields = ["Accept": "application/json", "X-Trace": "1"]
    static let body: HTTPBody? = .text("the body")

    /// The request, written by hand from the parts that the letters name.
    static func byHand(_ letters: String) -> URLRequest {
        var string = letters.hasPrefix("E") ? "https://other.example/x" : "https://example.com/api/"
        if letters.contains("R") { string += "users/7" }
        if letters.contains("Q") { string += "?a%20b=1&c=%C3%A9" }
        var request = URLRequest(url: EndpointTests.url(string))
        request.httpMethod = "PUT"
        if letters.contains("P") {
            request.httpBody = Data("the body".utf8)
            request.setValue("text/plain; charset=utf-8", forHTTPHeaderField: "Content-Type")
        }
        if letters.contains("H") {
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            request.setValue("1", forHTTPHeaderField: "X-Trace")
        }
        return request
    }
}

@Suite struct ProviderMatrixTests {
    private static var baseURLEndpoints: [any BaseURLEndpointType & Sendable] {
        [
            B(), BR(), BQ(), BH(), BP(), BRQ(), BRH(), BRP(), BQH(), BQP(), BHP(), BRQH(), BRQP(), BRHP(), BQHP(),
            BRQHP(), AR(), ARQ(), ARH(), ARP(), ARQH(), ARQP(), ARHP(), ARQHP(),
        ]
    }

    private static var urlEndpoints: [any EndpointType & Sendable] {
        [E(), EQ(), EH(), EP(), EQH(), EQP(), EHP(), EQHP()]
    }

    @Test(arguments: baseURLEndpoints)
    func usesEachPartOfABaseURLEndpoint(_ endpoint: any BaseURLEndpointType & Sendable) throws {
        let expected = Parts.byHand(String(describing: type(of: endpoint)))
        let request = try endpoint.request(baseURL: baseURL)
        #expect(request == expected)
        #expect(request.summary == expected.summary)
    }

    @Test(arguments: urlEndpoints)
    func usesEachPartOfAnEndpointWithAURL(_ endpoint: any EndpointType & Sendable) throws {
        let expected = Parts.byHand(String(describing: type(of: endpoint)))
        let request = try endpoint.request
        #expect(request == expected)
        #expect(request.summary == expected.summary)
    }

    @Test func buildsADistinctRequestForEachSetOfParts() throws {
        let summaries =
            try Self.baseURLEndpoints.map { try $0.request(baseURL: baseURL).summary }
            + Self.urlEndpoints.map { try $0.request.summary }
        #expect(Set(summaries).count == 24)
    }

    @Test func ignoresProvidersOfTheOtherKindOfEndpoint() throws {
        struct Both: BaseURLEndpoint, URLProviderType, R { var url: URL? { Parts.url } }
        struct Other: URLEndpoint, R {}
        #expect(try Both().request(baseURL: baseURL).url?.absoluteString == "https://example.com/api/users/7")
        #expect(try Other().request.url?.absoluteString == "https://other.example/x")
    }
}
