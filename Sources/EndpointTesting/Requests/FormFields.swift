import EndpointController
import Foundation

enum FormFields {
    /// Returns the query items of a request, percent-decoded unless that does not give UTF-8.
    static func items(inQueryOf request: URLRequest) -> [URLQueryItem] {
        let components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
        return (components?.percentEncodedQueryItems ?? []).map {
            URLQueryItem(name: decoded($0.name), value: $0.value.map(decoded))
        }
    }

    /// Returns the decoded fields of an `application/x-www-form-urlencoded` body (WHATWG URL Standard, section 5.1).
    static func items(inForm form: String) -> [URLQueryItem] {
        form.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { decoded($0) }
            return URLQueryItem(name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let text = text.replacingOccurrences(of: "+", with: " ")
        return text.removingPercentEncoding ?? text
    }
}
