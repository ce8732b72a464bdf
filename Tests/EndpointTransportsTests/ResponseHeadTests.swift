import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct ResponseHeadTests {
    @Test("Joins fields whose names differ only in case, under the first name")
    func joinedFields() {
        let lines = [("Link", "<a>"), ("ETag", "1"), ("link", "<b>"), ("LINK", "<c>")]
        let head = EndpointResponseHead(url: nil, statusCode: 200, fieldLines: lines)
        #expect(head.headerFields == ["Link": "<a>, <b>, <c>", "ETag": "1"])
        #expect(head.headerField("LINK") == "<a>, <b>, <c>")
    }

    @Test("Compares names byte for byte: two orders of the same combining marks are two names")
    func combiningMarks() {
        let lines = [("x-a\u{301}\u{323}", "1"), ("X-A\u{323}\u{301}", "2")]
        let head = EndpointResponseHead(url: nil, statusCode: 200, fieldLines: lines)
        #expect(head.headerField("X-a\u{323}\u{301}") == "2")
    }

    @Test("Returns the response that a head was created from")
    func httpURLResponse() throws {
        let url = try #require(URL(string: "https://example.com"))
        let response = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
        #expect(EndpointResponseHead(response).httpURLResponse === response)
    }

    @Test(
        "Refuses to send an invalid request over a transport without a controller",
        arguments: ["ftp://example.com", "https://example.com:65536", "https://ada:pw@example.com", "https:///users"])
    func invalidRequest(url: String) async throws {
        let transport = Answering { answer(to: $0) }
        let request = URLRequest(url: try #require(URL(string: url)))
        let error = await #expect(throws: EndpointTransportError.self) { try await transport.send(request) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test("Refuses a Content-Length that is not the length of the body", arguments: ["3", "4", "5", "04", "+4", ""])
    func contentLength(stated: String) async throws {
        var request = URLRequest(url: baseURL)
        request.httpMethod = "POST"
        request.httpBody = Data("four".utf8)
        request.setValue(stated, forHTTPHeaderField: "Content-Length")
        do throws(EndpointTransportError) {
            _ = try await Answering { answer(to: $0) }.send(request)
            #expect(stated.hasSuffix("4") && stated != "+4")
        } catch {
            let isNumber = Int(stated) != nil && stated != "+4"
            let reason = isNumber ? ", but the body has 4 bytes." : ", which is not a number of bytes."
            #expect(error.description.hasSuffix("is \"\(stated)\"\(reason)"))
        }
    }

    @Test("Reports at most the whole as the progress")
    func progress() {
        #expect(EndpointProgress(completed: 3, total: 2).fraction == 1)
        #expect(EndpointProgress(completed: 1, total: 2).fraction == 0.5)
        #expect(EndpointProgress(completed: 0, total: 0).fraction == 1)
    }

    @Test("Knows the length of a body: none, or what a stream states")
    func bodyLength() throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.com")))
        #expect(request.bodyLength == 0)
        request.httpBodyStream = InputStream(data: Data(count: 3))
        #expect(request.bodyLength == nil)
        request.setValue("3", forHTTPHeaderField: "Content-Length")
        #expect(request.bodyLength == 3)
        request.setValue("+3", forHTTPHeaderField: "Content-Length")
        #expect(request.bodyLength == nil)
    }

    @Test("Ignores an invalid Content-Length if the body is chunked")
    func chunked() {
        let fields = ["Transfer-Encoding": "chunked", "Content-Length": "x"]
        let head = EndpointResponseHead(url: nil, statusCode: 200, headerFields: fields)
        #expect(!head.hasInvalidLength(method: "GET") && head.bodyLength(method: "GET") == nil)
    }

    @Test("Knows the length of a body without a content coding", arguments: ["identity", "Identity", "gzip"])
    func coding(coding: String) {
        let fields = ["Content-Encoding": coding, "Content-Length": "3"]
        let head = EndpointResponseHead(url: nil, statusCode: 200, headerFields: fields)
        #expect(head.bodyLength(method: "GET") == (coding == "gzip" ? nil : 3))
    }

    @Test("Sends to a URL whose scheme is in upper case", arguments: ["HTTP://example.com", "HTTPS://example.com"])
    func upperCaseScheme(url: String) async throws {
        let request = URLRequest(url: try #require(URL(string: url)))
        #expect(try await Answering { answer(to: $0) }.send(request).statusCode == 200)
    }
}
