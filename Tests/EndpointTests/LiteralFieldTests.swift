import Endpoint
import Foundation
import Testing

/// Literals as forms, fields of multipart bodies and query items.
@Suite struct LiteralFieldTests {
    private enum Order: String, Encodable { case created }

    private func form(_ body: HTTPBody) throws -> String {
        let built = try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
        #expect(built.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        return try #require(built.bodyText.removingPercentEncoding)
    }

    /// The names and values of a literal's fields, which are the same in a query, a form and a multipart body.
    private func fields(_ literal: JSONLiteral, _ encoder: QueryEncoder = QueryEncoder()) throws -> String {
        let items: [URLQueryItem] = try .nestedItems(literal, encoder: encoder)
        let text = items.map { "\($0.name)=\($0.value ?? "nil")" }.joined(separator: "&")
        #expect(try form(.form(literal, encoder: encoder)) == text)
        let query = try Sample(pathComponents: ["x"], queryItems: items).request(baseURL: baseURL).url?.query
        #expect(query?.removingPercentEncoding ?? "" == text)
        let body = HTTPBody.multipart(.fields(literal, encoder: encoder), boundary: "b")
        let parts = items.map {
            "--b\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value ?? "")\r\n"
        }
        #expect(try body.data() == Data((parts.joined() + "--b--\r\n").utf8))
        return text
    }

    @Test("Makes nested fields from a literal, in its order and without nil")
    func nestedFields() throws {
        let amount = 2000
        let note: String? = nil
        let source: JSONLiteral? = "tok_1"
        let card: JSONLiteral? = ["number": "4242", "year": 2030, "cvc": note]
        let text = try fields([
            "source": source, "amount": amount, "note": note, "metadata": ["b": "1", "a": "2"], "card": card,
            "price": ["currency": "usd", "unit_amount": amount, "tiers": [1, 2]] as JSONLiteral,
            "expand": ["customer", "invoice"], "order": Order.created, "livemode": false, "ratio": 0.5,
            "items": [["id": 1, "name": "a"] as JSONLiteral, ["id": 2]] as JSONLiteral,
            "created": ["gte": Date(timeIntervalSince1970: 0)], "null": JSONLiteral.null, "none": [String](),
        ])
        #expect(
            text == "source=tok_1&amount=2000&metadata[a]=2&metadata[b]=1&card[number]=4242&card[year]=2030"
                + "&price[currency]=usd&price[unit_amount]=2000&price[tiers][]=1&price[tiers][]=2"
                + "&expand[]=customer&expand[]=invoice&order=created&livemode=false&ratio=0.5"
                + "&items[0][id]=1&items[0][name]=a&items[1][id]=2&created[gte]=1970-01-01T00:00:00Z&null=")
    }

    @Test("Writes the values of a literal in the encoder's styles")
    func styles() throws {
        let encoder = QueryEncoder(
            arrays: .indexedBrackets, nesting: .dots, booleans: .numbers, dates: .secondsSince1970)
        let text = try fields(
            ["a": ["b": true, "c": Date(timeIntervalSince1970: 7)] as JSONLiteral, "d": ["x", nil, "y"]], encoder)
        #expect(text == "a.b=1&a.c=7&d[0]=x&d[1]=y")
    }

    @Test("Keeps each value of a name that occurs twice")
    func repeatedNames() throws {
        #expect(try fields(["sort": "created", "page": 2, "sort": "id"]) == "sort=created&page=2&sort=id")
        #expect(
            try fields(["a": ["x": 1, "y": "b", "x": 2] as JSONLiteral]) == "a[x]=1&a[y]=b&a[x]=2")
        #expect(try fields([:]) == "")
    }

    @Test("Sends data in a literal as the bytes of a part")
    func dataInALiteral() throws {
        let body = HTTPBody.multipart(.fields(["data": Data([0xFF, 0x00])]), boundary: "b")
        #expect(try body.data().range(of: Data([0x0D, 0x0A, 0x0D, 0x0A, 0xFF, 0x00, 0x0D, 0x0A])) != nil)
    }

    private struct Refusing: Encodable {
        struct Reason: LocalizedError { var errorDescription: String? { "not today" } }
        func encode(to encoder: any Encoder) throws { throw Reason() }
    }

    @Test("Reports a value that cannot be encoded when the request is built")
    func failures() throws {
        struct Search: BaseURLEndpointType, MethodProviderType, QueryItemsProviderType {
            var literal: JSONLiteral
            var method: HTTPMethod { .get }
            var queryItems: [URLQueryItem] { get throws { try .items(["page": 2]) + .nestedItems(literal) } }
        }
        let literals: [(JSONLiteral, String)] = [
            (["a": ["ratio": Double.nan]], "a.ratio"), (["a": Refusing()], "not today"), ([1, 2], "names"),
            ("x", "names"), (["a": ["]": 1]], "The key \"]\" in a"),
            (["when": Date(timeIntervalSince1970: 1e15)], "when: The year"), (["a": [1, Double.nan]], "a.1: "),
        ]
        for (literal, reason) in literals {
            let endpoints: [any BaseURLEndpointType] = [
                Sample(.post, pathComponents: ["x"], body: .form(literal)),
                Sample(.post, pathComponents: ["x"], body: .multipart(.fields(literal))), Search(literal: literal),
            ]
            for endpoint in endpoints {
                let error = error { try endpoint.request(baseURL: baseURL) }
                #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
            }
        }
    }
}
