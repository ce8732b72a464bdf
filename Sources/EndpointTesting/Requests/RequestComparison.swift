import Endpoint
import EndpointController
import Foundation

/// A comparison of a request with expected values, part by part; nil means that a part matches.
struct RequestComparison {
    let request: URLRequest

    func method(_ expected: String) -> RequestMismatch? {
        let found = request.httpMethod ?? "GET"
        return found == expected ? nil : mismatch("method", expected.visible, found.visible)
    }

    func url(_ expected: String) -> RequestMismatch? {
        let found = request.url?.absoluteString ?? ""
        return found == expected
            ? nil : mismatch("URL", Credentials.hidden(inURL: expected).quoted, Credentials.hidden(inURL: found).quoted)
    }

    func path(_ expected: String) -> RequestMismatch? {
        // An empty path is sent as `/` (RFC 9112, section 3.2.1).
        func sent(_ path: String) -> String { path.isEmpty ? "/" : path }
        let (expected, found) = (sent(expected), sent(request.url?.path(percentEncoded: true) ?? ""))
        // The path may contain another URL, which may have user information.
        func shown(_ path: String) -> String { Credentials.hidden(inURL: path).quoted }
        return found == expected ? nil : mismatch("path", shown(expected), shown(found))
    }

    func headerField(_ name: String, _ expected: String?) -> RequestMismatch? {
        let found = request.value(forHTTPHeaderField: name)
        if Self.areEqual(found, expected) { return nil }
        func shown(_ value: String) -> String { Credentials.hidden(inValue: value, ofHeaderField: name).quoted }
        return mismatch("header field \(name.quoted)", expected.map(shown), found.map(shown))
    }

    /// Compares the items with the given names (nil for all); order matters only among items with the same name.
    func queryItems(_ expected: [URLQueryItem], names: Set<String>? = nil) -> RequestMismatch? {
        fields(expected, FormFields.items(inQueryOf: request), names: names, part: "query item")
    }

    /// Compares the fields with the given names (nil for all); order matters only among fields with the same name.
    func fields(
        _ expected: [URLQueryItem],
        _ found: [URLQueryItem],
        names: Set<String>? = nil,
        part: String
    ) -> RequestMismatch? {
        for name in names?.sorted() ?? Set((expected + found).map(\.name)).sorted() {
            let pair = (expected.filter { $0.name == name }, found.filter { $0.name == name })
            if pair.0.elementsEqual(
                pair.1, by: { Self.areEqual($0.name, $1.name) && Self.areEqual($0.value, $1.value) })
            {
                continue
            }
            return mismatch("\(part) \(name.quoted)", Self.shownValues(of: pair.0), Self.shownValues(of: pair.1))
        }
        return nil
    }

    func mismatch(_ part: String, _ expected: String?, _ found: String?) -> RequestMismatch {
        RequestMismatch(part, expected: expected, found: found, in: request)
    }

    /// Indicates whether two texts have the same bytes; `==` takes canonically equivalent texts for equal.
    static func areEqual(_ lhs: String?, _ rhs: String?) -> Bool {
        lhs.map { Array($0.utf8) } == rhs.map { Array($0.utf8) }
    }

    private static func shownValues(of items: [URLQueryItem]) -> String? {
        if items.isEmpty { return nil }
        return items.map { item in
            guard let value = item.value else { return "no value" }
            return Credentials.isCredential(item.name) ? Credentials.mask : Credentials.hidden(inText: value).quoted
        }.joined(separator: ", ")
    }
}
