import Endpoint
import Foundation

struct Author {
    var name: String
}

func bodies(author: Author, object: [String: Any], count: Int) -> [HTTPBody] {
    [
        .jsonEncoded(author),  // expect: requires that 'Author' conform to 'Encodable'
        .json([author]),  // expect: 'Author' to expected element type 'JSONLiteral.Member?'
        .json(object),  // expect: '[String : Any]' to expected argument type 'JSONLiteral'
        .json(["author": author, "count": count]),  // expect: 'Author' to expected dictionary value type 'JSONLiteral
        .json(["author": ["name": "Ada", "count": count]]),  // expect: dictionary value type 'JSONLiteral
        .json(["author": NSNull(), "count": count]),  // expect: 'NSNull' to expected dictionary value type 'JSONLiteral
        .form(["author": ["name": "Ada", "count": count]]),  // expect: dictionary value type 'JSONLiteral
        .form(["author": author]),  // expect: 'Author'
        .form(object),  // expect: '[String : Any]'
        .multipart(.fields(["author": ["name": "Ada", "count": count]])),  // expect: value type 'JSONLiteral
    ]
}

struct User: Codable, Sendable {}

func encodable(user: User) -> [HTTPBody] {
    [
        .json(user),  // expect: 'User' to expected argument type 'JSONLiteral'
        .form(user),  // expect: 'User' to expected argument type 'JSONLiteral'
        .jsonEncoded(user), .formEncoded(user), .formEncoded([URLQueryItem(name: "a", value: nil)]),
    ]
}

func items(author: Author, count: Int) throws -> [URLQueryItem] {
    try .nestedItems(["author": ["name": "Ada", "count": count]])  // expect: dictionary value type 'JSONLiteral
        + .nestedItems(["author": author, "tags": ["a"]])  // expect: dictionary value type 'JSONLiteral
}

var property: JSONLiteral? { ["author": ["name": "Ada", "count": 1]] }  // expect: value type 'JSONLiteral
