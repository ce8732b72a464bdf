import Foundation
import TestSupport
import Testing

/// A row of `http-cache.json`, which explains the fields.
struct CacheRow: Decodable, CustomTestStringConvertible {
    var id: String
    var kind: String
    var depends_on: [String]?
    var steps: [Step]

    var testDescription: String { id }

    struct Step: Decodable {
        var request: Request
        var response: Response?
        var expect: Expectations?
        var preconditions: [String]?
        var pause_seconds: Int?
    }

    struct Request: Decodable {
        var method: String?
        var path: String
        var headers: [Field]?
        var body: String?
        var cache: String?
    }

    struct Response: Decodable {
        var status: Int?
        var headers: [Field]?
        var body: String?
        var conditional: Bool?
        var delay_seconds: Int?
        var disconnect: Bool?
        var unchecked: [String]?
    }

    struct Expectations: Decodable {
        var from: String?
        var status: Int?
        var body: String?
        var response_headers: [Field]?
        var response_headers_absent: [Field]?
        var origin_headers: [Field]?
        var origin_method: String?
    }

    /// A name, or a name with the expected value.
    struct Field: Decodable {
        enum Value {
            case present, text(String), nowPlus(Int), moreThan(Int)
        }

        var name: String
        var value: Value

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                (self.name, value) = (name, .present)
                return
            }
            var list = try decoder.unkeyedContainer()
            name = try list.decode(String.self)
            if let text = try? list.decode(String.self) {
                value = .text(text)
            } else {
                let number = try list.decode([String: Int].self)
                value = number["now_plus"].map { .nowPlus($0) } ?? .moreThan(number["more_than"] ?? .max)
            }
        }
    }

    static let all: [CacheRow] = {
        struct File: Decodable { var rows: [CacheRow] }
        return (try? resource("http-cache", File.self))?.rows ?? []
    }()

    /// The rows that do not pass, with the reason.
    static let exceptions: [String: String] = (try? resource("http-cache-exceptions", [String: String].self)) ?? [:]

    private static func resource<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
        let file = try #require(Bundle.module.url(forResource: name, withExtension: "json"))
        return try JSONDecoder().decode(type, from: try Data(contentsOf: file))
    }
}
