import EndpointCompliance
import EndpointController
import Foundation
import Testing

@testable import ExtendingEndpoint

@Suite struct GzipTests {
    private struct Sample: Sendable {
        let text: String
        let gzip: Data
    }

    private static let samples = [
        // A block that is stored, then blocks with fixed and with dynamic codes.
        sample("four", "H4sIAAAAAAAEAwEEAPv/Zm91cn1mwZAEAAAA"),
        sample("four four four", "H4sIAAAAAAACA0vLLy1SSIMRAC8jkXcOAAAA"),
        sample(
            (0..<40).map { "line \($0)\n" }.joined(),
            "H4sIAAAAAAACAzXPuw2AQBAD0fyqoARs87uCCJBO9B8itHPRRPvkHc97L2sbf1RxJZWtsleOylm5Kp3zyeAISEiC"
                + "EpbAhCY44RnPcxee8YxnPOMZz3jGC17wMh/FC17wghe84KW3D6qyP5k2AQAA"),
    ]

    private static func sample(_ text: String, _ gzip: String) -> Sample {
        Sample(text: text, gzip: Data(base64Encoded: gzip) ?? Data())
    }

    /// Decodes bytes that arrive in parts of a size.
    private func decode(_ gzip: Data, partSize: Int = .max) throws(SocketError) -> String {
        var rest = gzip[...]
        var text = Data()
        let next = { () throws(SocketError) -> Data? in
            if rest.isEmpty { return nil }
            defer { rest = rest.dropFirst(partSize) }
            return Data(rest.prefix(partSize))
        }
        try GzipDecoder(next) { text += $0 }.decode()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [1, 7, .max])
    func decodesEachKindOfBlock(partSize: Int) throws {
        for sample in Self.samples { #expect(try decode(sample.gzip, partSize: partSize) == sample.text) }
        let gzip = Self.samples.reduce(Data()) { $0 + $1.gzip }
        #expect(try decode(gzip, partSize: partSize) == Self.samples.map(\.text).joined())
        #expect(try decode(Data()) == "")
    }

    @Test func throwsForBytesThatAreCutOrChanged() {
        for sample in Self.samples {
            for count in 1..<sample.gzip.count {
                #expect(throws: SocketError.self) { try decode(sample.gzip.prefix(count)) }
            }
            for index in sample.gzip.indices {
                for bit in 0..<8 {
                    var gzip = sample.gzip
                    gzip[index] ^= 1 << bit
                    // A change in the header may be harmless, but no change ends the process or yields another text.
                    if let text = try? decode(gzip) { #expect(text == sample.text) }
                }
            }
        }
    }

    @Test func keepsTheConnectionAfterABodyWithGzip() async throws {
        let gzip = [UInt8](Self.samples[2].gzip)
        let server = try ScriptedServer { request, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.send("\(String(gzip.count, radix: 16))\r\n")
            connection.send(gzip)
            connection.send("\r\n0\r\n\r\n")
        }
        defer { server.stop() }
        let api = EndpointController(baseURL: server.url(), transport: SocketTransport())
        for _ in 0..<2 {
            let text = try await api.load(RESTEndpoint(path: "", parser: PayloadParser<String>.text))
            #expect(text == Self.samples[2].text)
        }
        #expect(server.connectionCount == 1)
    }
}
