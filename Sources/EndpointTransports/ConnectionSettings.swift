import Endpoint
public import Foundation

/// The settings of the connections of a transport: trust, proxies and limits.
///
/// ```swift
/// var settings = ConnectionSettings()
/// settings.certificateAuthorities = URL(filePath: "/etc/shop/ca.pem")
/// settings.connectionsPerHost = 16
/// let transport = SystemTransport(settings)
/// ```
///
/// If a transport cannot use a setting, or a file is missing or invalid, each request throws
/// ``EndpointTransportError/invalidRequest(_:)``, whose text names the setting or the file.
public struct ConnectionSettings: Sendable {
    /// The proxy through which a transport sends its requests.
    public enum Proxy: Sendable, Equatable {
        /// The proxy of the system: on Apple platforms, of its network settings, and on Linux, of environment variables
        /// such as `https_proxy`.
        case system

        /// No proxy: the transport connects to each server directly.
        case none

        /// The proxy at a URL with a port, such as `http://proxy.example.com:3128`, for all requests.
        ///
        /// The URL may have a user name and a password, except for `URLSession`.
        case url(URL)
    }

    /// A certificate with which the client identifies itself, and its private key.
    public struct ClientCertificate: Sendable, Equatable {
        /// The URL of a PEM file with the certificate, followed by the intermediate certificates, if there are any.
        public var certificate: URL

        /// The URL of a PEM file with the private key.
        public var key: URL

        /// The password of the private key, or nil if the key is not encrypted.
        public var password: String?

        /// Creates a client certificate.
        ///
        /// - Parameters:
        ///   - certificate: The URL of a PEM file with the certificate.
        ///   - key: The URL of a PEM file with the private key.
        ///   - password: The password of the private key; by default nil, for a key that is not encrypted.
        public init(certificate: URL, key: URL, password: String? = nil) {
            self.certificate = certificate
            self.key = key
            self.password = password
        }
    }

    /// The URL of a PEM file with the certificate authorities to trust instead of the system's; by default nil, for the
    /// system's.
    ///
    /// In an app for Apple's systems, App Transport Security accepts them only for hosts with
    /// `NSExceptionAllowsInsecureHTTPLoads` in its `Info.plist`.
    public var certificateAuthorities: URL?

    /// The certificate for servers that ask the client for a certificate; by default nil.
    ///
    /// `URLSession` cannot use it.
    public var clientCertificate: ClientCertificate?

    /// The public keys that a server may have, in addition to a trusted certificate; by default empty, for any key.
    ///
    /// Each element is the Base64 text of the SHA-256 hash of a `SubjectPublicKeyInfo` (RFC 7469, section 2.4), as for
    /// `SPKI-SHA256-BASE64` in an `Info.plist`. If the key in the server's certificate does not match any of them, the
    /// request is not sent, and the call throws ``EndpointTransportError/unreachable(_:)``.
    public var pinnedPublicKeys: [String]

    /// The proxy; by default the system's.
    public var proxy: Proxy

    /// The maximum number of connections to a host, 1 or more; by default nil, for 64 over libcurl, and 6 (on iOS, 4)
    /// with `URLSession`.
    public var connectionsPerHost: Int?

    /// The time limit for a connection, including the name look-up and TLS; by default nil, for 60 seconds.
    ///
    /// `URLSession` cannot use it.
    public var connectTimeout: Duration?

    /// The file URL of a Unix domain socket to which all requests are sent, each over a new connection; by default nil,
    /// for the hosts of the URLs.
    ///
    /// `URLSession` cannot use it.
    public var unixSocket: URL?

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - certificateAuthorities: The URL of a PEM file; by default nil, for the system's authorities.
    ///   - clientCertificate: The certificate of the client; by default nil.
    ///   - pinnedPublicKeys: The hashes of the accepted keys; by default empty, for any key.
    ///   - proxy: The proxy; by default the system's.
    ///   - connectionsPerHost: The maximum number of connections to a host; by default nil, for that of the transport.
    ///   - connectTimeout: The time limit for a connection; by default nil, for the transport's default.
    ///   - unixSocket: The file URL of a Unix domain socket; by default nil.
    public init(
        certificateAuthorities: URL? = nil,
        clientCertificate: ClientCertificate? = nil,
        pinnedPublicKeys: [String] = [],
        proxy: Proxy = .system,
        connectionsPerHost: Int? = nil,
        connectTimeout: Duration? = nil,
        unixSocket: URL? = nil
    ) {
        self.certificateAuthorities = certificateAuthorities
        self.clientCertificate = clientCertificate
        self.pinnedPublicKeys = pinnedPublicKeys
        self.proxy = proxy
        self.connectionsPerHost = connectionsPerHost
        self.connectTimeout = connectTimeout
        self.unixSocket = unixSocket
    }
}

extension ConnectionSettings.Proxy: _OpaqueType {
    /// The kind of the proxy, or its URL without credentials.
    public var description: String {
        switch self {
        case .system: "system"
        case .none: "none"
        case .url(let url): Redaction.standard.masked(url.absoluteString)
        }
    }
}

extension ConnectionSettings.ClientCertificate: _OpaqueType {
    /// The path of the certificate, without the key and its password.
    public var description: String { "ClientCertificate(\(certificate.path(percentEncoded: false)))" }
}
