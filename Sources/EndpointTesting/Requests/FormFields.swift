import EndpointController
import Foundation

enum FormFields {
    /// Returns the query items of a request, percent-decoded unless that does not give UTF-8.
    static func items(inQueryOf request: URLRequest) -> [URLQueryItem] {
        let components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        return (components?.percentEncodedQueryItems ?? []).map {
            URLQueryItem(name: decoded($0.name), value: $0.value.map(decoded))
        }
    }

    /// Returns the decoded fields of an `application/x-www-form-urlencoded` body (WHATWG URL Standard, section 5.1).
    static func items(inForm form: String) -> [URLQueryItem] {
        form.replacingOccurrences(of: "+", with: " ").split(separator: "&").map { field in
            let name = field.prefix { $0 != "=" }
            return URLQueryItem(name: decoded(String(name)), value: decoded(String(field[name.endIndex...].dropFirst())))
        }
    }

    private static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
}
