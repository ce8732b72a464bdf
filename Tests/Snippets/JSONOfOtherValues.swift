import Endpoint
import Foundation

struct Author {
    var name: String
}

func bodies(author: Author, object: [String: Any], count: Int) -> [HTTPBody] {
    [
        .json(author),  // expect: a value is not Encodable. Conform its type to Encodable
        .json([author]),  // expect: a value is not Encodable
        .json(object),  // expect: a value is not Encodable
        .json(["author": author, "count": count]),  // expect: a value is not Encodable
        .json(["author": ["name": "Ada", "count": count]]),  // expect: ["a": 1, "b": "c"] as JSONLiteral
        .json(["author": NSNull(), "count": count]),  // expect: write JSONLiteral.null instead of NSNull()
    ]
}
