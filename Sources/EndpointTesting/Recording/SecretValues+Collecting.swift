import Endpoint
import EndpointController
import Foundation

extension SecretValues {
    /// The minimum length of a user name that is collected even beside a password, because a long name may be a key.
    private static let shortestUserName = 16

    mutating func collect(from request: URLRequest) {
        for (name, value) in request.allHTTPHeaderFields ?? [:] where secrets.isSecret(name) {
            if name.lowercased() == "cookie" {
                for cookie in value.split(separator: ";") { add(Self.value(ofCookie: cookie)) }
            } else {
                collect(credentials: value)
            }
        }
        var found: [String] = []
        collect(fromURL: request.url?.absoluteString ?? "", into: &found)
        let contentType = request.value(forHTTPHeaderField: "Content-Type")
        collect(fromBody: request.httpBody ?? Data(), contentType: contentType, into: &found)
        for value in found { add(value) }
    }

    /// Collects the secrets in a response: in its cookies, its `Location` and its body.
    mutating func collect(from head: EndpointResponseHead, body: Data) {
        // Several `Set-Cookie` fields are joined with commas. A date contains a comma too, but no `=` after the comma.
        for cookie in (head.headerField("Set-Cookie") ?? "").split(separator: ",") {
            add(fromServer: Self.value(ofCookie: cookie.prefix { $0 != ";" }))
        }
        var found: [String] = []
        collect(fromURL: head.headerField("Location") ?? "", into: &found)
        collect(fromBody: body, contentType: head.headerField("Content-Type"), into: &found)
        for value in found { add(fromServer: value) }
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

    private func collect(fromURL url: String, into found: inout [String]) {
        guard let components = URLComponents(string: url) else { return }
        found += Self.secrets(user: components.user, password: components.password)
        collect(from: components.queryItems ?? [], into: &found)
        collect(from: FormFields.items(inForm: components.percentEncodedFragment ?? ""), into: &found)
    }

    private func collect(fromBody body: Data, contentType: String?, into found: inout [String]) {
        if let json = JSON(body) {
            collect(from: json, isSecret: false, into: &found)
        } else if let contentType, contentType.lowercased().hasPrefix("application/x-www-form-urlencoded") {
            collect(from: FormFields.items(inForm: String(decoding: body, as: UTF8.self)), into: &found)
        } else if let multipart = MultipartBody(body, contentType: contentType) {
            for part in multipart.parts {
                if let name = part.name, secrets.isSecret(name) {
                    found += String(wholeUTF8: part.content).map { [$0] } ?? []
                } else if !part.isMultipart {
                    collect(fromBody: part.content, contentType: part.contentType, into: &found)
                }
            }
        } else {
            let isText = contentType?.lowercased().hasPrefix("text/") == true
            let text = isText ? String(decoding: body, as: UTF8.self) : String(wholeUTF8: body) ?? ""
            for string in secrets.secretStrings(in: Substring(text)) {
                if case .string(let text)? = JSON(Data("\"\(string)\"".utf8)) { found.append(text) }
            }
        }
    }

    private func collect(from items: [URLQueryItem], into found: inout [String]) {
        for item in items {
            guard let value = item.value else { continue }
            if secrets.isSecret(item.name) {
                found.append(value)
            } else if let json = JSON(Data(value.utf8)) {
                collect(from: json, isSecret: false, into: &found)
            }
        }
    }

    private func collect(from json: JSON, isSecret: Bool, into found: inout [String]) {
        switch json {
        case .object(let members):
            for (name, value) in members {
                collect(from: value, isSecret: isSecret || secrets.isSecret(name), into: &found)
            }
        case .array(let values):
            for value in values { collect(from: value, isSecret: isSecret, into: &found) }
        case .string(let text):
            if isSecret { found.append(text) }
        case .null, .bool, .number:
            break
        }
    }
}
