import EndpointController
import Foundation

enum FormFields {
    /// Returns the query items of a request, percent-decoded where the result is valid UTF-8.
    static func items(inQueryOf request: URLRequest) -> [URLQueryItem] {
        let components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        return (components?.percentEncodedQueryItems ?? []).map { item in
            URLQueryItem(name: item.name.percentDecoded, value: item.value?.percentDecoded)
        }
    }

    /// Returns the decoded fields of an `application/x-www-form-urlencoded` body (WHATWG URL Standard, section 5.1).
    static func items(inForm form: String) -> [URLQueryItem] {
        form.replacingOccurrences(of: "+", with: " ").split(separator: "&").map { field in
            let name = field.prefix { $0 != "=" }
            let value = String(field.dropFirst(name.count + 1))
            return URLQueryItem(name: String(name).percentDecoded, value: value.percentDecoded)
        }
    }
}
