import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TaskOutcomeTests {
    @Test("Treats a request as sent unless the error of URLSession proves otherwise")
    func errorsOfOtherKinds() {
        let aborted = TaskOutcome.failure(of: POSIXError(.ECONNABORTED), head: nil, request: nil, bytesSent: 0)
        #expect(aborted?.kind == .notResponding)
        let refused = TaskOutcome.failure(of: URLError(.cannotConnectToHost), head: nil, request: nil, bytesSent: 0)
        #expect(refused?.kind == .unreachable)
    }

    @Test(
        "Treats a request as sent if the response cannot be decoded",
        arguments: [URLError.Code.cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource])
    func undecodableResponse(code: URLError.Code) {
        let result = TaskOutcome.failure(of: URLError(code), head: nil, request: nil, bytesSent: 0)
        #expect(result?.kind == .notResponding)
    }

    @Test("Treats a request as sent if the network was lost after a part of the body", arguments: [Int64(0), 1])
    func lostNetwork(bytesSent: Int64) {
        let error = URLError(.notConnectedToInternet)
        switch TaskOutcome.failure(of: error, head: nil, request: nil, bytesSent: bytesSent) {
        case .unreachable: #expect(bytesSent == 0)
        case .notResponding: #expect(bytesSent > 0)
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    @Test("Does not keep the URL of the request, whose query may hold a secret", arguments: [200, nil])
    func urlOfError(statusCode: Int?) throws {
        let text = "https://example.com/?key=s3cret"
        let url = try #require(URL(string: text))
        let error = URLError(
            .networkConnectionLost, userInfo: ["NSErrorFailingURLKey": url, "NSErrorFailingURLStringKey": text])
        let head = statusCode.flatMap {
            HTTPURLResponse(url: url, statusCode: $0, httpVersion: nil, headerFields: nil)
        }
        let result = TaskOutcome.failure(of: error, head: head, request: nil, bytesSent: 0)
        #expect(!String(reflecting: try #require(result)).contains("s3cret"))
        switch try #require(result) {
        case .notResponding(let inner), .truncated(let inner):
            #expect((inner as? URLError)?.userInfo.isEmpty == true, "\(inner)")
        case let other: throw other
        }
    }

    @Test("Times out also within the body")
    func timeoutOfBody() throws {
        let url = try #require(URL(string: "https://example.com"))
        let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        let result = TaskOutcome.failure(of: URLError(.timedOut), head: head, request: nil, bytesSent: 0)
        guard case .timedOut = result else { throw try #require(result) }
    }

    @Test("Returns a challenge as a response if URLSession cancels its task", arguments: [401, 407, 403])
    func cancelledChallenge(statusCode: Int) throws {
        let url = try #require(URL(string: "https://example.com"))
        let head = HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: nil, headerFields: nil)
        let result = TaskOutcome.failure(of: URLError(.cancelled), head: head, request: nil, bytesSent: 0)
        #expect(result?.kind == (statusCode == 403 ? .truncated : nil))
    }

    @Test(
        "Says that a server may not speak TLS, in the words of OpenSSL and BoringSSL",
        arguments: ["error:0A00010B:SSL routines::wrong version number", "OPENSSL_internal:WRONG_VERSION_NUMBER"])
    func notTLS(text: String) {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
        #expect(EndpointTransportError.unreachable(error).localizedDescription.contains("may not speak TLS"))
    }

    @Test("Names the host of a URL that URLSession refuses")
    func refusedURL() throws {
        let request = URLRequest(url: try #require(URL(string: "http://0177.0.0.1/?key=s3cret")))
        let result = TaskOutcome.failure(of: URLError(.badURL), head: nil, request: request, bytesSent: 0)
        #expect(result?.kind == .invalidRequest)
        let text = try #require(result).description
        #expect(text.contains(#""0177.0.0.1""#) && !text.contains("s3cret"), "\(text)")
    }

    #if canImport(FoundationNetworking)
    @Test(
        "Treats a request as sent if a refused connection to another address hides the real error",
        arguments: [
            ("Empty reply from server", false), ("Operation timed out after 60000 milliseconds", false),
            ("Failed to connect to localhost port 80 after 0 ms: Couldn't connect to server", true),
            ("SSL certificate problem: unable to get local issuer certificate", true),
        ])
    func leftoverRefusal(text: String, isUnreachable: Bool) {
        let error = URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: text])
        switch TaskOutcome.failure(of: error, head: nil, request: nil, bytesSent: 0) {
        case .unreachable: #expect(isUnreachable)
        case .notResponding: #expect(!isUnreachable)
        case let other: Issue.record("\(String(describing: other))")
        }
    }
    #endif
}
