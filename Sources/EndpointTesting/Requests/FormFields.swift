import EndpointController
import Foundation

enum FormFields {
    /// Returns the percent-decoded query items of a request.
    static func items(inQueryOf request: URLRequest) -> [URLQueryItem] {
        guard let url = request.url else { return [] }
        return URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
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
