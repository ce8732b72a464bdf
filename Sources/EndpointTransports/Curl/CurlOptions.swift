#if os(Linux)
import CCurl
import Foundation

/// The options of a transfer.
struct CurlOptions {
    private let transfer: OpaquePointer

    init(_ transfer: OpaquePointer) {
        self.transfer = transfer
    }

    func set(_ option: Int, _ value: some BinaryInteger) throws(CurlError) {
        try check(ccurl_set_number(transfer, Int32(option), Int64(value)))
    }

    func set(_ option: Int, _ text: String?) throws(CurlError) {
        try check(ccurl_set_text(transfer, Int32(option), text))
    }

    func set(_ callbacks: ccurl_callbacks, _ context: UnsafeMutableRawPointer) throws(CurlError) {
        try check(withUnsafePointer(to: callbacks) { ccurl_set_callbacks(transfer, $0, context) })
    }

    func add(field line: String) throws(CurlError) {
        try check(ccurl_add_field(transfer, line))
    }

    /// - Throws: `UnsendableRequest` for a proxy that libcurl does not know; `CurlError`.
    func set(_ settings: ConnectionSettings) throws {
        let limit = Duration.milliseconds(Int(Int32.max))
        let timeout = min(max(settings.connectTimeout ?? .seconds(60), .milliseconds(1)), limit)
        try set(CCURLOPT_CONNECTTIMEOUT_MS, Int(timeout / .milliseconds(1)))
        if let file = settings.certificateAuthorities {
            try set(CCURLOPT_CAINFO, file.path(percentEncoded: false))
            // The folder of the system's authorities.
            try set(CCURLOPT_CAPATH, nil)
        }
        if let client = settings.clientCertificate {
            try set(CCURLOPT_SSLCERT, client.certificate.path(percentEncoded: false))
            try set(CCURLOPT_SSLKEY, client.key.path(percentEncoded: false))
            if let password = client.password { try set(CCURLOPT_KEYPASSWD, password) }
        }
        if !settings.pinnedPublicKeys.isEmpty {
            try set(CCURLOPT_PINNEDPUBLICKEY, settings.pinnedPublicKeys.map { "sha256//\($0)" }.joined(separator: ";"))
        }
        switch settings.proxy {
        case .system: break
        case .none: try set(CCURLOPT_NOPROXY, "*")
        case .url(let url):
            let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
            let port = url.port ?? 0
            guard schemes.contains(url.scheme?.lowercased() ?? ""), url.host()?.isEmpty == false, port <= 65_535 else {
                let text = "`proxy` needs a URL such as http://proxy.example.com:3128, and is \(settings.proxy)."
                throw UnsendableRequest(description: text)
            }
            try set(CCURLOPT_PROXY, url.absoluteString)
            try set(CCURLOPT_NOPROXY, "")
        }
        if let socket = settings.unixSocket {
            try set(CCURLOPT_UNIX_SOCKET_PATH, socket.path(percentEncoded: false))
            // `isReady` knows a connection by its port.
            try set(CCURLOPT_FORBID_REUSE, 1)
        }
    }

    private func check(_ code: Int32) throws(CurlError) {
        guard code == CCURLE_OK else { throw CurlError(Int(code)) }
    }
}
#endif
