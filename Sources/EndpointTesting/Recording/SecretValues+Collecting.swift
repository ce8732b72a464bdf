import EndpointController
import Foundation

extension SecretValues {
    /// The minimum length of a user name that is collected even beside a password, because a long name may be a key.
    private static let shortestUserName = 16

    /// Returns a record of a request without the secrets that are recognised by name or in URLs, and collects secrets
    /// to hide elsewhere.
    mutating func record(_ request: URLRequest) -> RequestRecord {
        for (name, value) in request.allHTTPHeaderFields ?? [:] where secrets.isSecret(name) {
            if name.lowercased() == "cookie" {
                for cookie in value.split(separator: ";") { add(Self.value(ofCookie: cookie)) }
            } else {
                let parts = Self.basicCredentials(in: value)
                let pair = Self.secrets(user: parts.first, password: parts.last)
                for value in values(ofCredentials: value) + pair { add(value) }
            }
        }
        let names = NamedSecrets(secrets)
        let record = RequestRecord(request, hiding: names)
        // The record contains `%2A%2A%2A` in place of a `***` in the request.
        for value in names.found { add(value.replacingOccurrences(of: "%2A%2A%2A", with: Credentials.mask)) }
        for value in Self.secrets(inURL: request.url?.absoluteString) { add(value) }
        return record
    }

    /// Returns a record of a response without the secrets that are recognised by name or in URLs, and collects secrets
    /// to hide elsewhere.
    mutating func record(_ head: EndpointResponseHead, headerFields: [String: String], body: Data) -> ResponseRecord {
        // Several `Set-Cookie` fields are joined with commas. A date contains a comma too, but the text from that comma
        // to the next comma or semicolon has no `=`.
        for cookie in (head.headerField("Set-Cookie") ?? "").split(separator: ",") {
            add(fromServer: Self.value(ofCookie: cookie.prefix { $0 != ";" }))
        }
        for (name, value) in headerFields where secrets.isSecret(name) && name.lowercased() != "set-cookie" {
            for value in values(ofCredentials: value) { add(fromServer: value) }
        }
        let names = NamedSecrets(secrets)
        let record = ResponseRecord(
            status: head.statusCode, headerFields: names.hidden(inHeaderFields: headerFields),
            body: BodyRecord(body, contentType: head.headerField("Content-Type"), hiding: names))
        for value in names.found + Self.secrets(inURL: head.headerField("Location")) { add(fromServer: value) }
        return record
    }

    /// Returns the decoded value of a cookie, which may be in quotes (RFC 6265, section 4.1.1).
    private static func value(ofCookie cookie: Substring) -> String? {
        cookie.firstIndex(of: "=").map { cookie[$0...].trimmingCharacters(in: ["=", "\"", " "]).percentDecoded }
    }

    /// Returns the secrets in a field such as `Authorization`, after any scheme (RFC 9110, section 11.4).
    private func values(ofCredentials credentials: String) -> [String] {
        let all = credentials.split(separator: " ")
        let words = all.dropFirst(all.count > 1 ? 1 : 0)
        // Parameters may follow each other without a space.
        let parameters = words.flatMap { $0.split { ",&".contains($0) } }.filter { $0.contains("=") }
        return (words + parameters).compactMap { word -> String? in
            // Drop the padding of base64 and the comma after a parameter.
            let parts = word.trimmingCharacters(in: ["=", ","]).split(separator: "=", maxSplits: 1)
            guard parts.count < 2 || secrets.isSecret(String(parts[0])) else { return nil }
            return parts.last?.trimmingCharacters(in: ["\""]).percentDecoded
        }
    }

    private static func secrets(user: String?, password: String?) -> [String] {
        let isSecretUser = password?.isEmpty ?? true || user?.count ?? 0 >= shortestUserName
        return [password, isSecretUser ? user : nil].compactMap(\.self)
    }

    private static func secrets(inURL url: String?) -> [String] {
        let components = url.flatMap { URLComponents(string: $0) }
        return secrets(user: components?.user, password: components?.password)
    }

    /// Returns the user name and the password in the value of a header field (RFC 7617); none for other credentials.
    private static func basicCredentials(in value: String) -> [String] {
        let encoded = value.dropFirst(6).trimmingCharacters(in: .whitespaces)
        guard value.lowercased().hasPrefix("basic "), let data = Data(base64Encoded: encoded) else { return [] }
        let pair = String(decoding: data, as: UTF8.self)
        guard let colon = pair.range(of: ":") else { return [pair] }
        return [String(pair[..<colon.lowerBound]), String(pair[colon.upperBound...])]
    }
}
