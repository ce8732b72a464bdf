import Crypto
import EndpointController
import Foundation
import Testing

@testable import SigningRequests

/// Tests of the signers for other schemes against the examples of their RFCs.
@Suite struct OtherSchemeTests {
    /// RFC 9421, appendix B.2.5.
    @Test func signsTheComponentsOfAMessage() throws {
        let secret = "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
        let key = SymmetricKey(data: try #require(Data(base64Encoded: secret)))
        let (input, signature) = MessageSigner(keyID: "test-shared-secret", key: key).signature(
            of: [
                ("date", "Tue, 20 Apr 2021 02:07:55 GMT"), ("@authority", "example.com"),
                ("content-type", "application/json"),
            ],
            parameters: #";created=1618884473;keyid="test-shared-secret""#)
        #expect(input == #"("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret""#)
        #expect(signature == "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=")
    }

    @Test func signsTheDigestOfTheBody() async throws {
        let signer = MessageSigner(
            keyID: "k", key: SymmetricKey(size: .bits256), now: { Date(timeIntervalSince1970: 7) })
        var request = URLRequest(url: try #require(URL(string: "https://Example.com:443/a%20b")))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"hello": "world"}"#.utf8)
        let signed = try await signer.sign(request)
        // The digest of RFC 9530, appendix D.
        let digest = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
        let expected = signer.signature(
            of: [
                ("@method", "POST"), ("@authority", "example.com"), ("@path", "/a%20b"), ("@query", "?"),
                ("content-digest", digest),
            ],
            parameters: #";created=7;keyid="k""#)
        #expect(signed.value(forHTTPHeaderField: "Content-Digest") == digest)
        #expect(signed.value(forHTTPHeaderField: "Signature-Input") == "sig1=\(expected.input)")
        #expect(signed.value(forHTTPHeaderField: "Signature") == "sig1=:\(expected.signature):")
    }

    /// RFC 5849, section 1.2.
    @Test func signsTheQueryByOAuth1() async throws {
        let signer = OAuth1Signer(
            consumerKey: "dpf43f3p2l4k3l03", consumerSecret: "kd94hf93k423kf44", token: "nnch734d00sl2jdk",
            tokenSecret: "pfkkdhi9sl3r4s00", now: { Date(timeIntervalSince1970: 137_131_202) }, nonce: { "chapoH" })
        let url = try #require(URL(string: "http://photos.example.net/photos?file=vacation.jpg&size=original"))
        #expect(
            try await signer.sign(URLRequest(url: url)).value(forHTTPHeaderField: "Authorization")
                == """
                OAuth oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", \
                oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"
                """)
    }

    @Test func signsTheFieldsOfAFormLikeItemsOfTheQuery() async throws {
        let signer = OAuth1Signer(
            consumerKey: "k", consumerSecret: "s", token: "t", tokenSecret: "u",
            now: { Date(timeIntervalSince1970: 7) }, nonce: { "n" })
        let url = try #require(URL(string: "https://example.com/"))
        var form = URLRequest(url: url)
        form.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        form.httpBody = Data("a=1+2&b=%C3%BC".utf8)
        let query = URLRequest(url: try #require(URL(string: "https://example.com/?b=%c3%bc&a=1%202")))
        var other = URLRequest(url: url)
        other.httpBody = form.httpBody
        let signed = try await signer.sign(form).value(forHTTPHeaderField: "Authorization")
        #expect(try await signer.sign(query).value(forHTTPHeaderField: "Authorization") == signed)
        #expect(try await signer.sign(other).value(forHTTPHeaderField: "Authorization") != signed)
    }
}
