import EndpointTesting
import Foundation
import Testing

@testable import SigningRequests

/// Tests of the signer against published signatures.
@Suite struct AWSSignerTests {
    private struct Fixed: EndpointType {
        let request: URLRequest
    }

    @Test func findsAllRows() {
        #expect(SignatureRow.all.count == 28)
    }

    @Test("Signs the request that goes to the transport", arguments: SignatureRow.all)
    func row(_ row: SignatureRow) async throws {
        let signer = AWSSigner(service: row.service, keys: { row.keys }, now: { row.context.time })
        let sent = try await sent(row.urlRequest, signer)
        #expect(sent.value(forHTTPHeaderField: "Authorization") == row.authorization)
        for field in row.addedHeaders where field[0] != "X-Amz-Security-Token" || row.keys.sessionToken != nil {
            #expect(sent.value(forHTTPHeaderField: field[0]) == field[1])
        }
        // The texts, made from what was sent.
        let lines = row.canonicalRequest.components(separatedBy: "\n")
        let names = lines[lines.count - 2].components(separatedBy: ";")
        let fields = names.map { ($0, $0 == "host" ? sent.target.host : sent.value(forHTTPHeaderField: $0) ?? "") }
        let time = try #require(sent.value(forHTTPHeaderField: "X-Amz-Date"))
        let signature = AWSSignature(
            of: sent, Dictionary(uniqueKeysWithValues: fields), lines[lines.count - 1], time, row.keys, row.service)
        #expect(signature.canonicalRequest == row.canonicalRequest)
        #expect(signature.stringToSign == row.stringToSign)
    }

    /// Returns the request that goes to the transport of a controller.
    private func sent(_ request: URLRequest, _ signer: AWSSigner) async throws -> URLRequest {
        let stub = StubTransport()
        stub.on(.any, answer: .status(200))
        let api = EndpointController<EndpointDefaultServerError>(
            baseURL: URL(string: "https://example.amazonaws.com/"), transport: stub,
            middleware: [RequestSigner(sign: signer.sign)])
        try await api.load(Fixed(request: request).parsed(by: .none))
        return try #require(stub.calls.first)
    }

    @Test func doesNotReadABodyThatIsDeclaredAsUnsigned() async throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.amazonaws.com/")))
        request.httpMethod = "PUT"
        // This stream can be read only once.
        request.httpBodyStream = InputStream(data: Data("text".utf8))
        let signer = AWSSigner(service: .s3(region: "us-east-1"), keys: { ObjectClient.keys })
        let error = await #expect(throws: EndpointRequestError.self) { try await signer.sign(request) }
        guard case .unreadableStream = error else { throw try #require(error) }
        request.setValue("UNSIGNED-PAYLOAD", forHTTPHeaderField: "X-Amz-Content-Sha256")
        let signed = try await signer.sign(request)
        #expect(signed.value(forHTTPHeaderField: "X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD")
        let names = "SignedHeaders=host;x-amz-content-sha256;x-amz-date,"
        #expect(signed.value(forHTTPHeaderField: "Authorization")?.contains(names) == true)
    }

    /// The example of the documentation of AWS for paths that are encoded twice.
    @Test func encodesThePathTwiceExceptForS3() {
        let service = AWSService(name: "service", region: "us-east-1")
        #expect(service.canonicalPath("/documents%20and%20settings/") == "/documents%2520and%2520settings/")
        #expect(AWSService.s3(region: "us-east-1").canonicalPath("/a%20b/../c:+//") == "/a%20b/../c%3A%2B//")
        #expect(service.canonicalPath("/a/./b/..") == "/a/")
    }

    @Test func sortsAndEncodesTheQuery() throws {
        let request = try canonicalRequest("https://example.com/?b=2&a-b=&a=x/y%7E%2f&a=+&c", ["host": "example.com"])
        #expect(request.hasPrefix("GET\n/\na=%2B&a=x%2Fy~%2F&a-b=&b=2&c=\nhost:example.com\n"))
    }

    @Test func signsAFieldWithSingleSpaces() throws {
        let request = try canonicalRequest("https://example.com/", ["my-field": " a   \"b  c\" "])
        #expect(request.contains("\nmy-field:a \"b c\"\n"))
    }

    private func canonicalRequest(_ url: String, _ fields: [String: String]) throws -> String {
        let request = URLRequest(url: try #require(URL(string: url)))
        let service = AWSService.s3(region: "us-east-1")
        return AWSSignature(of: request, fields, "", "20150830T123600Z", ObjectClient.keys, service).canonicalRequest
    }

    @Test(arguments: [
        ("https://example.com", "example.com"), ("HTTPS://example.com:443/", "example.com"),
        ("http://example.com:443?a", "example.com:443"), ("http://example.com:80/", "example.com"),
        ("https://[::1]:8080/", "[::1]:8080"),
    ])
    func namesThePortOfAnUnusualServer(url: String, host: String) throws {
        #expect(URLRequest(url: try #require(URL(string: url))).target.host == host)
    }

    /// The example of the documentation of S3 for signatures in the query.
    @Test func presignsAURL() async throws {
        let signer = AWSSigner(
            service: .s3(region: "us-east-1"), keys: { ObjectClient.keys },
            now: { Date(timeIntervalSince1970: 1_369_353_600) })
        let object = try #require(URL(string: "https://examplebucket.s3.amazonaws.com/test.txt"))
        let signature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
        let url = try await signer.presignedURL(object, seconds: 86_400)
        #expect(
            url.absoluteString
                == """
                https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256\
                &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request\
                &X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host\
                &X-Amz-Signature=\(signature)
                """)
        let shown = URLRequest(url: url).curlCommand(hiding: .standard)
        #expect(shown.contains("X-Amz-Signature=***"))
        #expect(!shown.contains(signature) && !shown.contains("AKIAIOSFODNN7EXAMPLE"))
    }
}
