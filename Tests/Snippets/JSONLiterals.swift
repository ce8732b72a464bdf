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
    var body: HTTPBody? { .json(["title": title, "count": 2, "note": note, "author": author, "tags": ["a", nil]]) }
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
