#if os(Linux)
import EndpointSupport
import Foundation
import TestSupport
import Testing

@testable import EndpointTransports

/// Tests of what `CurlTransport` does with the parts of a message, without a connection.
@Suite(.timeLimit(.minutes(1))) struct CurlMessageTests {
    private func head(_ lines: [String]) throws -> CurlHead {
        var head = CurlHead()
        for line in lines { _ = try Array("\(line)\r\n".utf8).withUnsafeBytes { try head.add($0) } }
        return head
    }

    @Test(
        "Reads the field lines of a head, which may be folded",
        arguments: [
            (["HTTP/1.1 200 a: b", "X-A:b", "X-A: c"], "X-A=b|X-A=c"),
            (["X-A: b", "  c", "\td", "X-B: e"], "X-A=b c d|X-B=e"),
            (["X-A", " X-B: c"], "X-B=c"), (["X-A : b \t", "X-B:"], "X-A=b|X-B="),
        ])
    func fieldLines(lines: [String], fields: String) throws {
        #expect(try head(lines).fieldLines.map { "\($0.name)=\($0.value)" }.joined(separator: "|") == fields)
    }

    @Test("Refuses a head of more than 1 MiB")
    func longHead() throws {
        let line = "X-A: \(String(repeating: "b", count: 99_993))"
        _ = try head(Array(repeating: line, count: 10))
        let error = #expect(throws: CurlError.self) { try head(Array(repeating: line, count: 11)) }
        #expect(error?.description == "The head of the response is too long. (libcurl error 56)")
    }

    @Test(
        "Reads a stream that has its stated length, and refuses any other",
        arguments: [(4, nil), (3, "more"), (5, "4")])
    func statedLength(stated: Int, found: String?) async throws {
        var request = URLRequest(url: baseURL)
        request.httpBodyStream = InputStream(data: Data(count: 4))
        request.setValue("\(stated)", forHTTPHeaderField: "Content-Length")
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        var turns = arrivals.makeAsyncIterator()
        let body = try #require(try CurlBody(request) { arrived.yield() })
        var buffer = [UInt8](repeating: 1, count: 9)
        do {
            while !body.isAtEnd {
                if case .none = try buffer.withUnsafeMutableBytes({ try body.read(into: $0) }) { await turns.next() }
            }
            #expect(found == nil && body.sent == 4 && buffer.prefix(5) == [0, 0, 0, 0, 1])
        } catch {
            let text = "The header field \"Content-Length\" is \"\(stated)\", but the body has \(found ?? "4") bytes."
            #expect("\(error)" == text)
        }
    }

    @Test(
        "Decodes the names of gzip and deflate in any case, but no part of a coded body",
        arguments: ["GZIP", "x-gzip", "Deflate", "br", "identity", nil])
    func codings(coding: String?) {
        let fields = coding.map { ["Content-Encoding": $0] } ?? [:]
        let decoder = CurlDecoder(EndpointResponseHead(url: nil, statusCode: 200, headerFields: fields))
        #expect((decoder != nil) == !["br", "identity", nil].contains(coding))
        #expect(CurlDecoder(EndpointResponseHead(url: nil, statusCode: 206, headerFields: fields)) == nil)
    }

    @Test("Decodes bytes that become more than one chunk")
    func expansion() throws {
        let fields = ["Content-Encoding": "deflate"]
        let decoder = try #require(CurlDecoder(EndpointResponseHead(url: nil, statusCode: 200, headerFields: fields)))
        // These are 65,600 zeros, and a chunk has at most 65,536 bytes.
        let text = "7cExAQAAAMKg9U9tCF+g\(String(repeating: "A", count: 84))4Dc="
        var sizes: [Int] = []
        let isTaken = try #require(Data(base64Encoded: text)).withUnsafeBytes { bytes in
            try decoder.decode(bytes) {
                sizes.append($0.count)
                return true
            }
        }
        #expect(isTaken && decoder.isAtEnd && sizes == [65_536, 64])
    }

    @Test("Describes an error in the words of libcurl, even if the transfer has none")
    func errors() throws {
        // This loads libcurl.
        try #require(CurlTransport.isAvailable)
        #expect(CurlError(52).description.wholeMatch(of: /.+ \(libcurl error 52\)/) != nil)
        #expect(CurlError(7, "Refused").description == "Refused (libcurl error 7)")
        let proxy = CurlError(5, "Unsupported proxy syntax in 'ada:s3/c in 'ret@127.0.0.1:x'")
        #expect(proxy.reason == "Unsupported proxy syntax")
    }
}
#endif
