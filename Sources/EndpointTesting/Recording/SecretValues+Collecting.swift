import Endpoint
import EndpointController
import Foundation

extension SecretValues {
    /// The minimum length of a user name that is collected even beside a password, because a long name may be a key.
    private static let shortestUserName = 16

    /// Returns a record of a request without the secrets that their names mark, and collects these secrets.
    mutating func record(_ request: URLRequest) -> RequestRecord {
        for (name, value) in request.allHTTPHeaderFields ?? [:] where secrets.isSecret(name) {
            if name.lowercased() == "cookie" {
                for cookie in value.split(separator: ";") { add(Self.value(ofCookie: cookie)) }
            } else {
                collect(credentials: value)
            }
        }
        let names = NamedSecrets(secrets)
        let record = RequestRecord(request, hiding: names)
        // The record contains `%2A%2A%2A` in place of `***`.
        for value in names.found { add(value.replacingOccurrences(of: "%2A%2A%2A", with: Credentials.mask)) }
        for value in Self.secrets(inURL: request.url?.absoluteString) { add(value) }
        return record
    }

    /// Returns a record of a response without the secrets that their names mark, and collects these secrets.
    mutating func record(_ head: EndpointResponseHead, headerFields: [String: String], body: Data) -> ResponseRecord {
        // Several `Set-Cookie` fields are joined with commas. A date contains a comma too, but its rest has no `=`.
        for cookie in (head.headerField("Set-Cookie") ?? "").split(separator: ",") {
            add(fromServer: Self.value(ofCookie: cookie.prefix { $0 != ";" }))
        }
        let names = NamedSecrets(secrets)
        let record = ResponseRecord(
            status: head.statusCode, headerFields: names.hidden(inHeaderFields: headerFields),
            body: BodyRecord(body, contentType: head.headerField("Content-Type"), hiding: names))
        for value in names.found + Self.secrets(inURL: head.headerField("Location")) { add(fromServer: value) }
        return record
    }

    private static func value(ofCookie cookie: Substring) -> Substring? {
        cookie.firstIndex(of: "=").map { cookie[cookie.index(after: $0)...] }
    }

    /// Collects the secrets in a field such as `Authorization`, after any scheme (RFC 9110, section 11.4).
    private mutating func collect(credentials: String) {
        let words = credentials.split(separator: " ")
        for word in words.count > 1 ? words.dropFirst() : words[...] {
            // Drop the padding of base64 and the comma after a parameter.
            let word = word.trimmingCharacters(in: ["=", ","])
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count < 2 {
                add(parts.first)
            } else if secrets.isSecret(String(parts[0])) {
                add(parts[1].trimmingCharacters(in: ["\""]))
            }
        }
        let parts = BasicCredentials.parts(of: credentials)
        for value in Self.secrets(user: parts.first, password: parts.last) { add(value) }
    }

    private static func secrets(user: String?, password: String?) -> [String] {
        let isSecretUser = password?.isEmpty ?? true || user?.count ?? 0 >= shortestUserName
        return [password, isSecretUser ? user : nil].compactMap(\.self)
    }

    private static func secrets(inURL url: String?) -> [String] {
        let components = url.flatMap { URLComponents(string: $0) }
        return secrets(user: components?.user, password: components?.password)
    }
}
