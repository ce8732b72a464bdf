// A wrong value in a literal beside operators. The compiler names the value, within the limit of Scripts/snippets.py.
import Endpoint
import EndpointController
import EndpointTesting
import Foundation

struct Draft {}

struct CreateDraft {
    var x: Int, s: String, w: Draft
}

nonisolated extension CreateDraft: APIEndpointType {
    var relativeURLString: String { "drafts" }
    var body: HTTPBody {
        [
            "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
            "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
        ]
    }
}

func bodies(x: Int, s: String, w: Draft) {
    _ = HTTPBody.json([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
    ])
    _ = HTTPBody.json([
        "x": [
            "a": x + 1,
            "y": [
                "b": s + "/" + s,
                "z": [
                    "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
                    "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
                ] as JSONLiteral,
            ] as JSONLiteral,
        ] as JSONLiteral
    ])
    _ = HTTPBody.form([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
    ])
    _ = [MultipartPart].fields([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
    ])
    _ = StubAnswer.json([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
    ])
    _ = RESTEndpoint<String>(
        path: "x",
        body: HTTPBody.json([
            "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
            "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
        ]))
}

func fields(x: Int, s: String, w: Draft, request: URLRequest) throws {
    _ = [URLQueryItem].items([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Parameter?'
    ])
    _ = try [URLQueryItem].nestedItems([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
    ])
    _ = [String: String].fields([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type '(any ParameterValue)?'
    ])
    try request.expectJSON([
        "a": x + 1, "b": s + "/" + s, "c": x * 2 + 1, "d": "\(x)-\(s)",
        "e": w,  // expect: 'Draft' to expected dictionary value type 'JSONLiteral.Member?'
    ])
}
