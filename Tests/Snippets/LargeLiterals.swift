// options: -Xfrontend -warn-long-expression-type-checking=100
// Literals of 20 members that are right: the compiler needs less than 100 ms for each.
import Endpoint
import Foundation

struct Large {
    let x: Int, s: String, o: Int?, d: Double

    var json: HTTPBody {
        .json([
            "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)", "e": o ?? 1, "f": o.map { $0 + 1 }, "g": -x,
            "h": o == nil, "i": x > 1 ? "many" : "one", "j": 2.5 * d, "k": s.count - 1, "l": "\(x + 1) of \(x * 2)",
            "m": o, "n": nil, "o": !s.isEmpty, "p": x % 2, "q": s.uppercased() + "!", "r": d / 2 + 1, "s": true, "t": x,
        ])
    }

    var form: HTTPBody? {
        .form([
            "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)", "e": o ?? 1, "f": o.map { $0 + 1 }, "g": -x,
            "h": o == nil, "i": x > 1 ? "many" : "one", "j": 2.5 * d, "k": s.count - 1, "l": "\(x + 1) of \(x * 2)",
            "m": o, "n": nil, "o": !s.isEmpty, "p": x % 2, "q": s.uppercased() + "!", "r": d / 2 + 1, "s": true, "t": x,
        ])
    }

    var items: [URLQueryItem] {
        .items([
            "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)", "e": o ?? 1, "f": o.map { $0 + 1 }, "g": -x,
            "h": o == nil, "i": x > 1 ? "many" : "one", "j": 2.5 * d, "k": s.count - 1, "l": "\(x + 1) of \(x * 2)",
            "m": o, "n": nil, "o": !s.isEmpty, "p": x % 2, "q": s.uppercased() + "!", "r": d / 2 + 1, "s": true, "t": x,
        ])
    }

    var nestedItems: [URLQueryItem] {
        get throws {
            try .nestedItems([
                "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)", "e": o ?? 1, "f": o.map { $0 + 1 },
                "g": -x,
                "h": o == nil, "i": x > 1 ? "many" : "one", "j": 2.5 * d, "k": s.count - 1, "l": "\(x + 1) of \(x * 2)",
                "m": o, "n": nil, "o": !s.isEmpty, "p": x % 2, "q": s.uppercased() + "!", "r": d / 2 + 1, "s": true,
                "t": x,
            ])
        }
    }

    var nested: HTTPBody {
        .json([
            "object": [
                "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)", "e": o ?? 1, "f": o.map { $0 + 1 },
                "g": -x,
                "h": o == nil, "i": x > 1 ? "many" : "one", "j": 2.5 * d, "k": s.count - 1, "l": "\(x + 1) of \(x * 2)",
                "m": o, "n": nil, "o": !s.isEmpty, "p": x % 2, "q": s.uppercased() + "!", "r": d / 2 + 1, "s": true,
                "t": x,
            ] as JSONLiteral
        ])
    }
}
