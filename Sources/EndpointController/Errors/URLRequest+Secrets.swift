import Endpoint
import Foundation

extension URLRequest {
    /// Returns a text, such as a message from the server, with `***` in place of each recognised credential from the
    /// URL and the header fields of the request.
    ///
    /// Credentials of fewer than four characters and the names of some authentication schemes stay, because they may be
    /// ordinary words. If `withPath` is `true`, each segment of the path counts as a credential.
    package func hidingSecrets(in text: String, withPath: Bool = false) -> String {
        var text = text
        // Hide the longest secret first, because a shorter secret may be part of it.
        let paths = withPath ? [url?.path(percentEncoded: false), url?.path(percentEncoded: true)] : []
        let segments = paths.compactMap(\.self).flatMap { $0.components(separatedBy: "/") }
        for secret in (secrets + segments).sorted(by: { $0.count > $1.count })
        where secret.count >= 4 && !Self.knownWords.contains(secret.lowercased()) {
            text = text.replacingOccurrences(of: secret, with: Credentials.mask)
        }
        return text
    }

    /// The texts that may be credentials, from header fields, user information and query items.
    private var secrets: [String] {
        var secrets: [String] = []
        for (name, value) in allHTTPHeaderFields ?? [:] where Credentials.isCredential(name) {
            // The server may quote the whole value, or only a part, such as the token after `Bearer ` or `session=`.
            secrets += [value] + BasicCredentials.parts(of: value)
            let isCookie = name.lowercased() == "cookie"
            for field in value.components(separatedBy: CharacterSet(charactersIn: isCookie ? ";" : " ;,")) {
                let parts = field.components(separatedBy: CharacterSet(charactersIn: " ,=\"")).filter { !$0.isEmpty }
                // The names of cookies and of quoted parameters stay, because they may be ordinary words. Any other
                // text before `=` may be a part of a token.
                let isNamed = parts.count > 1 && (isCookie || field.contains("=\""))
                secrets += isNamed ? Array(parts.dropFirst()) : parts
            }
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
