import Endpoint
import Foundation
import Testing

@Suite struct HTTPMethodTests {
    // RFC 9110, section 9.2.1 and 9.2.2; RFC 5789 for PATCH.
    @Test(arguments: [
        (HTTPMethod.get, "GET", true, true), (.head, "HEAD", true, true), (.options, "OPTIONS", true, true),
        (.trace, "TRACE", true, true), (.query, "QUERY", true, true), (.put, "PUT", false, true),
        (.delete, "DELETE", false, true), (.post, "POST", false, false), (.patch, "PATCH", false, false),
        (.connect, "CONNECT", false, false), ("PURGE", "PURGE", false, false), ("purge", "purge", false, false),
    ])
    func reportsSafetyAndIdempotence(_ method: HTTPMethod, name: String, isSafe: Bool, isIdempotent: Bool) throws {
        #expect(method.rawValue == name)
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
        #expect(try Sample(method, pathComponents: ["x"]).request(baseURL: baseURL).httpMethod == name)
    }

    @Test(arguments: ["", " ", "GET ", "G ET", "GET\r\nX: y", "GÉT", "GET\0", "A/B", "(x)", "a\u{301}"])
    func refusesAnInvalidToken(_ name: String) {
        let endpoint = Sample(HTTPMethod(rawValue: name), pathComponents: ["x"])
        #expect(error { try endpoint.request(baseURL: baseURL) } == .invalidMethod(name))
    }

    @Test(arguments: [HTTPMethod.get, .head, .trace, "get", "Head"])
    func refusesABody(on method: HTTPMethod) {
        let endpoint = Sample(method, pathComponents: ["x"], body: .text("x"))
        #expect(error { try endpoint.request(baseURL: baseURL) } == .bodyNotAllowed(method))
    }
}
