import Foundation
import Testing

@testable import EndpointTransports

@Suite struct ConnectionSettingsTests {
    private static let file = URL(filePath: "/etc/shop/file.pem")
    private static let certificate = ConnectionSettings.ClientCertificate(
        certificate: file, key: file, password: "s3cret")

    private static var refused: [(String, ConnectionSettings)] {
        var settings = [
            ("clientCertificate", ConnectionSettings(clientCertificate: certificate)),
            ("connectTimeout", ConnectionSettings(connectTimeout: .seconds(5))),
            ("unixSocket", ConnectionSettings(unixSocket: file)),
        ]
        #if canImport(FoundationNetworking)
        settings += [
            ("certificateAuthorities", ConnectionSettings(certificateAuthorities: file)),
            ("pinnedPublicKeys", ConnectionSettings(pinnedPublicKeys: ["AAAA"])),
            ("proxy", ConnectionSettings(proxy: .none)),
        ]
        #endif
        return settings
    }

    private func error(_ settings: ConnectionSettings) async throws -> EndpointTransportError? {
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
        return await #expect(throws: EndpointTransportError.self) {
            try await URLSessionTransport(settings: settings).send(request)
        }
    }

    @Test("Refuses a setting that URLSession cannot use", arguments: refused)
    func refusedSetting(name: String, settings: ConnectionSettings) async throws {
        let text = "The request cannot be sent: URLSession cannot use `\(name)`. On Linux, CurlTransport can."
        #expect(try await error(settings)?.description == text)
    }

    #if os(Linux)
    @Test(
        "Refuses a proxy that libcurl cannot use, without its password",
        arguments: ["ftp://ada:s3cret@127.0.0.1:3128", "http://ada:s3cret@127.0.0.1:99999", "http:proxy:3128"])
    func refusedProxy(url: String) async throws {
        let settings = ConnectionSettings(proxy: .url(try #require(URL(string: url))))
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
        let error = await #expect(throws: EndpointTransportError.self) {
            try await CurlTransport(settings).send(request)
        }
        let shown = url.replacing("ada:s3cret", with: "***")
        let text = "`proxy` needs a URL such as http://proxy.example.com:3128, and is \(shown)."
        #expect(error?.description == "The request cannot be sent: \(text)")
    }
    #endif

    #if !canImport(FoundationNetworking)
    @Test("Names a file of certificates that cannot be read")
    func missingFile() async throws {
        let text = try await error(ConnectionSettings(certificateAuthorities: Self.file))?.description
        #expect(text?.contains("\"/etc/shop/file.pem\"") == true)
    }
    #endif

    @Test("Does not show passwords")
    func passwords() throws {
        let proxy = ConnectionSettings.Proxy.url(try #require(URL(string: "http://ada:s3cret@proxy.example.com:3128")))
        let settings = ConnectionSettings(clientCertificate: Self.certificate, proxy: proxy)
        var shown = "\(settings) \(proxy) \(Self.certificate)"
        dump(settings, to: &shown)
        #expect(!shown.contains("s3cret") && shown.contains("proxy.example.com:3128"), "\(shown)")
    }
}
