import Endpoint
import Foundation

enum Order: String, Encodable { case created }

nonisolated struct Author: Encodable {
    var name: String
    var born: Int?
}

struct UpdateBook {
    let title: String
    let note: String?
    let author: Author
}

nonisolated extension UpdateBook: BaseURLEndpointType, MethodProviderType, BodyProviderType {
    var method: HTTPMethod { .put }
    var body: HTTPBody? { ["title": title, "count": 2, "note": note, "author": author, "tags": ["a", nil]] }
}

struct AddBooks {
    let titles: [String]
    let published: Date?
}

nonisolated extension AddBooks: BaseURLEndpointType, MethodProviderType, BodyProviderType {
    var method: HTTPMethod { .post }

    var body: HTTPBody? {
        if titles.isEmpty { return nil }
        return .json([
            "titles": titles, "published": published ?? JSONLiteral.null,
            "nested": ["x": 1, "y": nil], "mixed": ["x": 1, "y": "b", "z": nil] as JSONLiteral,
        ])
    }
}

struct CreateCharge: BaseURLEndpointType, MethodProviderType, BodyProviderType {
    let amount: Int
    var source: JSONLiteral? = "tok_1"
    var metadata: [String: String] = [:]
    var method: HTTPMethod { .post }
    var body: HTTPBody {
        .form([
            "amount": amount, "source": source, "metadata": metadata,
            "price": ["currency": "usd", "per": amount] as JSONLiteral,
        ])
    }
}

struct ListCharges: BaseURLEndpointType, QueryItemsProviderType, MethodProviderType {
    let start: Date
    let order: Order?
    var method: HTTPMethod { .get }
    var queryItems: [URLQueryItem] {
        get throws {
            try .nestedItems([
                "limit": 10, "order": order, "created": ["gte": start], "expand": ["customer", "invoice"],
            ])
                + .items(["page": 2]) + .nestedItems(["x": ["a": 1, "b": "c"] as JSONLiteral])
        }
    }
}

func charges(number: String, token: String?) -> [CreateCharge] {
    [
        CreateCharge(amount: 2000), CreateCharge(amount: 5, source: nil), CreateCharge(amount: 5, source: 7),
        CreateCharge(amount: 5, source: ["number": number, "exp": 2030, "owner": ["name": "Ada"], "cvc": nil]),
        CreateCharge(amount: 5, source: token.map { "tok_\($0)" }),
        CreateCharge(amount: 5, source: number.isEmpty ? 1.5 : true),
        CreateCharge(amount: 5, source: JSONLiteral(number)),
    ]
}

func card(_ number: String) -> JSONLiteral {
    ["number": number, "years": [2030, 2031], "mixed": [1, "a", nil] as JSONLiteral]
}
func parts(_ note: String?) -> [MultipartPart] { .fields(["title": "x", "note": note, "tags": ["a", "b"], "n": 1]) }
func nothing() -> JSONLiteral? { nil }
nonisolated let shared: JSONLiteral = [["a": 1, "b": "c"] as JSONLiteral, "x", 2, [true, 2.5] as JSONLiteral]
