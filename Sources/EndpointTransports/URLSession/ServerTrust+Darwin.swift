#if !canImport(FoundationNetworking)
import CryptoKit
@_spi(Tools) import Endpoint
import Foundation
import Security

/// The certificate authorities and keys that a server may have.
struct ServerTrust: Sendable {
    /// The certificates of the authorities, in DER; nil for the system's authorities.
    private let authorities: [Data]?
    private let pins: [String]

    /// The bytes before the key in a `SubjectPublicKeyInfo` (RFC 5280, section 4.1), in Base64, by the key's length.
    ///
    /// The keys are RSA with 2,048, 3,072 and 4,096 bits, P-256, P-384 and P-521.
    private static let prefixes = [
        270: "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A", 398: "MIIBojANBgkqhkiG9w0BAQEFAAOCAY8A",
        526: "MIICIjANBgkqhkiG9w0BAQEFAAOCAg8A", 65: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA=",
        97: "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgA=", 133: "MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAA==",
    ]

    /// Creates the value for settings; nil if the system's checks are enough.
    init?(_ settings: ConnectionSettings) throws {
        guard settings.certificateAuthorities != nil || !settings.pinnedPublicKeys.isEmpty else { return nil }
        authorities = try settings.certificateAuthorities.map(Self.certificates)
        pins = settings.pinnedPublicKeys
    }

    private static func certificates(in file: URL) throws -> [Data] {
        let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let blocks = text.split(separator: "-----BEGIN CERTIFICATE-----", omittingEmptySubsequences: false).dropFirst()
        let certificates = blocks.map { block in
            let end = block.range(of: "-----END CERTIFICATE-----")?.lowerBound ?? block.startIndex
            return Data(base64Encoded: String(block[..<end]), options: .ignoreUnknownCharacters) ?? Data()
        }
        guard !certificates.isEmpty,
            certificates.allSatisfy({ SecCertificateCreateWithData(nil, $0 as CFData) != nil })
        else {
            let path = file.path(percentEncoded: false).quoted
            throw UnsendableRequest(description: "The file \(path) is missing, or is not a list of PEM certificates.")
        }
        return certificates
    }

    /// Returns the credential for a trusted server, or nil if the challenge is not about a server's certificate.
    ///
    /// - Throws: A `URLError` that explains why the server is not trusted.
    func credential(for challenge: URLAuthenticationChallenge) throws -> URLCredential? {
        guard let trust = challenge.protectionSpace.serverTrust else { return nil }
        var isReady = true
        if let authorities {
            let certificates = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            isReady = SecTrustSetAnchorCertificates(trust, certificates as CFArray) == errSecSuccess
        }
        var error: CFError?
        guard isReady, SecTrustEvaluateWithError(trust, &error) else {
            throw Self.refusal(error?.localizedDescription ?? "The certificate of the server cannot be checked.")
        }
        if !pins.isEmpty {
            let key = SecTrustCopyKey(trust).flatMap { SecKeyCopyExternalRepresentation($0, nil) }.map { $0 as Data }
            let prefix = Self.prefixes[key?.count ?? 0].flatMap { Data(base64Encoded: $0) }
            let hash = prefix.map { Data(SHA256.hash(data: $0 + (key ?? Data()))).base64EncodedString() } ?? "unknown"
            guard pins.contains(hash) else {
                throw Self.refusal("The public key of the server is not in `pinnedPublicKeys`. Its hash is \(hash).")
            }
        }
        return URLCredential(trust: trust)
    }

    private static func refusal(_ text: String) -> URLError {
        URLError(.serverCertificateUntrusted, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
#endif
