import EndpointController
import Foundation

/// Secrets to hide even where no name marks them: given secrets, and secrets from requests and responses.
struct SecretValues {
    /// The minimum length of a collected secret; a shorter text is too likely to be a part of something else.
    private static let shortest = 6

    /// The minimum length of a collected secret that is hidden in names too, because long texts are rarely common
    /// words.
    static let long = 16

    /// Words that are common as passwords or cookies, and occur elsewhere with another meaning.
    private static let knownWords: Set<String> = [
        "access_token", "active", "admin", "anonymous", "api_key", "apikey", "authorization", "authorization_code",
        "bearer", "client_credentials", "client_secret", "cookie", "default", "delete", "deleted", "disabled",
        "enabled", "example", "expired", "false", "hidden", "invalid", "localhost", "password", "refresh_token",
        "secret", "session", "string", "token", "undefined", "unknown", "username",
    ]

    let secrets: CassetteSecrets
    /// The collected secrets by their bytes, because canonically equivalent texts are the same key of a dictionary.
    private var collected: [[UInt8]: String] = [:]

    init(_ secrets: CassetteSecrets) {
        self.secrets = secrets
    }

    /// The replacements that hide all secrets; create them once for many texts.
    var hiding: Hiding {
        Hiding(
            names: ByteReplacement(secrets.values + collected.values.filter { $0.count >= Self.long }),
            all: ByteReplacement(secrets.values + collected.values), collected: Set(collected.keys))
    }

    mutating func add(_ value: (some StringProtocol)?) {
        guard let value, value.count >= Self.shortest, !Self.knownWords.contains(value.lowercased()) else { return }
        collected[Array(value.utf8)] = String(value)
    }

    /// Adds a value from a server if the value looks random, because a server may also send ordinary words.
    mutating func add(fromServer value: (some StringProtocol)?) {
        guard let value, value.count >= Self.long || value.contains(where: \.isNumber) else { return }
        add(value)
    }

    /// The replacements that hide given and collected values in texts, data, names and numbers.
    struct Hiding {
        fileprivate let names: ByteReplacement
        fileprivate let all: ByteReplacement
        fileprivate let collected: Set<[UInt8]>

        func hidden(in text: String) -> String {
            Self.withoutJWTs(all.applied(to: text))
        }

        func hidden(in data: Data) -> Data {
            let result = all.applied(to: Array(data))
            // ISO Latin 1 has a character for each byte, so the conversion keeps all bytes.
            guard result.contains("eyJ".utf8), let text = String(data: Data(result), encoding: .isoLatin1) else {
                return Data(result)
            }
            return Self.withoutJWTs(text).data(using: .isoLatin1) ?? Data(result)
        }

        /// Hides only given values and long collected values in the name of a header field or JSON member, because a
        /// decoder looks members up by name.
        func hidden(inName name: String) -> String {
            names.applied(to: name)
        }

        /// Replaces a JSON number with 0 if it is a collected value or contains a given or long collected value, so
        /// that the result is still a number.
        func hidden(inNumber number: String) -> String {
            collected.contains(Array(number.utf8)) || names.applied(to: number) != number ? "0" : number
        }

        /// Hides JSON Web Tokens (RFC 7519, section 3), which are credentials under any name.
        private static func withoutJWTs(_ text: String) -> String {
            guard text.utf8.contains("eyJ".utf8) else { return text }
            return text.replacing(/eyJ[A-Za-z0-9_\-]{4,}(?:\.[A-Za-z0-9_\-]*){2,4}/, with: Credentials.mask)
        }
    }
}
