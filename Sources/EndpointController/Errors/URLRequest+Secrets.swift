import Endpoint
import Foundation

extension URLRequest {
    /// Returns a text, such as the message of a server, with the credentials of the request hidden.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - withPath: `true` to treat each segment of the path as a credential too; by default `false`.
    /// - Returns: The text with `***` for each credential of at least four characters.
    package func hidingSecrets(in text: String, withPath: Bool = false) -> String {
        var text = text
        // The longest first, because a secret may be part of another.
        let segments = withPath ? url?.path.split(separator: "/").map { String($0) } ?? [] : []
        for secret in (secrets + segments).sorted(by: { $0.count > $1.count })
        where secret.count >= 4 && !Self.knownWords.contains(secret.lowercased()) {
            text = text.replacingOccurrences(of: secret, with: Credentials.mask)
        }
        return text
    }

    /// The texts in header fields, user information and query items that may be credentials.
    private var secrets: [String] {
        var secrets: [String] = []
        for (name, value) in allHTTPHeaderFields ?? [:] where Credentials.isCredential(name) {
            // The whole value and each of its words: some values begin with a scheme, others with a name.
            secrets.append(value)
            secrets += value.split { " ;,=\"".contains($0) }.map { String($0) }
        }
        if let url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true) {
            secrets += [components.user, components.percentEncodedUser].compactMap(\.self)
            secrets += [components.password, components.percentEncodedPassword].compactMap(\.self)
            let items = (components.queryItems ?? []) + (components.percentEncodedQueryItems ?? [])
            secrets += items.filter { Credentials.isCredential($0.name) }.compactMap(\.value)
        }
        return secrets
    }

    private static let knownWords: Set<String> = ["basic", "bearer", "digest", "token"]
}
