import Endpoint
import EndpointController
import Foundation

/// Secrets that were sent, and may come back where no name tells what they are.
struct SecretValues {
    /// What is shorter is too likely to be a part of something else.
    private static let shortest = 6

    /// The name of a user is no secret, but some servers take a key in its place.
    private static let shortestUserName = 16

    private let secrets: CassetteSecrets
    private var values: Set<String>

    init(_ secrets: CassetteSecrets) {
        self.secrets = secrets
        values = Set(secrets.values)
    }

    /// Looks for secrets in a request.
    mutating func collect(from request: URLRequest) {
        for (name, value) in request.allHTTPHeaderFields ?? [:] where secrets.isSecret(name) {
            if name.lowercased() == "cookie" {
                for cookie in value.split(separator: ";") { collect(cookie: cookie) }
            } else {
                collect(credentials: value)
            }
        }
        let components = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        collect(user: components?.user, password: components?.password)
        collect(from: components?.queryItems ?? [])
        guard let body = request.httpBody else { return }
        if let json = JSON(body) {
            collect(from: json, isSecret: false)
        } else if let contentType = request.value(forHTTPHeaderField: "Content-Type"),
            contentType.lowercased().hasPrefix("application/x-www-form-urlencoded")
        {
            collect(from: FormFields.items(inForm: String(decoding: body, as: UTF8.self)))
        }
    }

    /// Looks for cookies that a response sets.
    mutating func collect(from head: EndpointResponseHead) {
        // Of several fields in one, those parts of dates that follow a comma have no name.
        for cookie in (head.headerField("Set-Cookie") ?? "").split(separator: ",") {
            collect(cookie: cookie.prefix { $0 != ";" })
        }
    }

    /// A text with the values hidden, whole or percent-encoded.
    func hidden(in text: String) -> String {
        sorted.reduce(text) { text, value in
            let encoded = [Self.unreserved, Self.unreserved.union(["/", "?"])].map {
                value.addingPercentEncoding(withAllowedCharacters: $0) ?? value
            }
            return Set([value] + encoded).reduce(text) { $0.replacingOccurrences(of: $1, with: Credentials.mask) }
        }
    }

    /// Bytes with the values hidden.
    func hidden(in data: Data) -> Data {
        sorted.reduce(data) { data, value in
            var result = Data()
            var rest = data
            while let range = rest.range(of: Data(value.utf8)) {
                result += rest[..<range.lowerBound] + Data(Credentials.mask.utf8)
                rest = rest[range.upperBound...]
            }
            return result + rest
        }
    }

    /// What stands for itself in a URL (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet.alphanumerics.union(["-", ".", "_", "~"])

    /// The longest first: one may be a part of another.
    private var sorted: [String] { values.sorted { ($0.count, $0) > ($1.count, $1) } }

    private mutating func add(_ value: (some StringProtocol)?) {
        guard let value, value.count >= Self.shortest else { return }
        values.insert(String(value))
    }

    private mutating func collect(cookie: Substring) {
        guard let equals = cookie.firstIndex(of: "=") else { return }
        add(cookie[cookie.index(after: equals)...])
    }

    /// The value of a field such as `Authorization`: a scheme, and what is secret or names it (RFC 9110, section 11.4).
    private mutating func collect(credentials: String) {
        let words = credentials.split(separator: " ")
        for word in words.count > 1 ? words.dropFirst() : words[...] {
            // Without the padding of base64.
            let word = word.trimmingCharacters(in: ["=", ","])
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count < 2 {
                add(parts.first)
            } else if secrets.isSecret(String(parts[0])) {
                add(parts[1].trimmingCharacters(in: ["\""]))
            }
        }
        guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1]))
        else { return }
        let parts = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1)
        collect(user: parts.first.map(String.init), password: parts.dropFirst().first.map(String.init))
    }

    private mutating func collect(user: String?, password: String?) {
        add(password)
        if let user, user.count >= Self.shortestUserName || password?.isEmpty ?? true { add(user) }
    }

    private mutating func collect(from items: [URLQueryItem]) {
        for item in items where secrets.isSecret(item.name) { add(item.value) }
    }

    private mutating func collect(from json: JSON, isSecret: Bool) {
        switch json {
        case .object(let members):
            for (name, value) in members { collect(from: value, isSecret: isSecret || secrets.isSecret(name)) }
        case .array(let values):
            for value in values { collect(from: value, isSecret: isSecret) }
        case .string(let text):
            if isSecret { add(text) }
        case .null, .bool, .number:
            break
        }
    }
}
