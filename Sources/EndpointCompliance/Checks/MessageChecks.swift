import EndpointTransports
import Foundation

/// Checks that unusual but valid responses arrive as they were sent (RFC 9110 and RFC 9112).
enum MessageChecks {
    static let all: [ComplianceCheck] = [
        ComplianceCheck(.messages, "any status code from 200 to 999 arrives", deliversAnyStatus),
        ComplianceCheck(.messages, "an empty chunked body is whole", acceptsAnEmptyChunkedBody),
        ComplianceCheck(.messages, "a response in single bytes arrives whole", acceptsSingleBytes),
        ComplianceCheck(.messages, "several lines of a header field are joined", joinsLinesOfAField),
        ComplianceCheck(.messages, "different lengths of one body are an error", refusesDifferentLengths),
        ComplianceCheck(.messages, "a content coding that was asked for is decoded", decodesWhatItAskedFor),
        ComplianceCheck(.messages, "a request arrives with its own header fields", sendsTheFieldsOfTheRequest),
        ComplianceCheck(.messages, "a part of a file arrives as it was asked for", deliversAPart),
    ]

    private static func deliversAnyStatus(_ trial: Trial) async throws {
        let server = try trial.server { request, connection in
            connection.respond("\(request.target.dropFirst()) Odd", body: "four")
        }
        for status in [200, 208, 299, 418, 451, 499, 599, 600, 999] {
            let answer = try await trial.load(Probe(.get, "\(status)"), from: server)
            try Expect.equal("the status", answer.statusCode, status)
            try Expect.equal("the body with \(status)", answer.body, Data("four".utf8))
        }
    }

    private static func acceptsAnEmptyChunkedBody(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        }
        for method in [HTTPMethod.get, .get, .post] {
            try Expect.equal("the body of \(method)", try await trial.load(Probe(method), from: server).body, Data())
        }
    }

    private static func acceptsSingleBytes(_ trial: Trial) async throws {
        let texts = [
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nfo\r\n2;x=1\r\nur\r\n0\r\n\r\n",
        ]
        for text in texts {
            let server = try trial.server { _, connection in
                for byte in text.utf8 { connection.send([byte]) }
            }
            for _ in 0..<2 {
                try Expect.equal("the body", try await trial.load(from: server).body, Data("four".utf8))
            }
        }
    }

    private static func joinsLinesOfAField(_ trial: Trial) async throws {
        let server = try trial.server { request, connection in
            let lines = (request.field("X-Values") ?? "").split(separator: ",").map { "X-Value: \($0)" }
            connection.respond("200 OK", lines)
        }
        let answer = try await trial.load(Probe(headerFields: ["X-Values": "one,two,three"]), from: server)
        let values = (answer.head.headerField("x-value") ?? "").components(separatedBy: ",")
        let trimmed = values.map { $0.trimmingCharacters(in: .whitespaces) }
        try Expect.equal("the values", trimmed, ["one", "two", "three"])
    }

    private static func refusesDifferentLengths(_ trial: Trial) async throws {
        for fields in ["Content-Length: 11\r\nContent-Length: 5", "Content-Length: 11, 5"] {
            let server = try trial.server(answering: "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nhello world")
            for method in [HTTPMethod.get, .post] {
                try await Expect.failure(.notResponding, "\(method) with \(fields)") {
                    try await trial.load(Probe(method), from: server)
                }
            }
        }
    }

    /// The text "four" in each coding.
    private static let coded: [(coding: String, bytes: [UInt8])] = [
        ("gzip", [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 203, 47, 45, 2, 0, 125, 102, 193, 144, 4, 0, 0, 0]),
        ("deflate", [120, 156, 75, 203, 47, 45, 2, 0, 4, 69, 1, 189]), ("br", [139, 1, 128, 102, 111, 117, 114, 3]),
    ]

    private static func decodesWhatItAskedFor(_ trial: Trial) async throws {
        for (coding, bytes) in coded {
            let server = try trial.server { request, connection in
                let asked = request.field("Accept-Encoding") ?? ""
                let isAsked = asked.contains(coding)
                let body = isAsked ? bytes : Array("four".utf8)
                let field = isAsked ? "Content-Encoding: \(coding)\r\n" : ""
                connection.send("HTTP/1.1 200 OK\r\n\(field)Content-Length: \(body.count)\r\n\r\n")
                connection.send(body)
            }
            let answer = try await trial.load(from: server)
            try Expect.equal("the body with \(coding)", answer.body, Data("four".utf8))
        }
    }

    private static func sendsTheFieldsOfTheRequest(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let fields = [
            "Accept": "application/json", "Accept-Language": "de", "Authorization": "Basic c2VjcmV0",
            "Cookie": "session=secret", "If-None-Match": "\"v1\"", "User-Agent": "Check/1", "X-API-Key": "secret",
        ]
        for probe in [Probe(headerFields: fields), Probe(.post, headerFields: fields, body: .text("x"))] {
            try await trial.load(probe, from: server)
            let arrived = try Expect.some("a request", server.requests.last)
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                try Expect.equal("\(name) of the \(probe.method)", arrived.field(name), value)
            }
            try Expect.equal("Referer", arrived.field("Referer"), nil)
        }
    }

    private static func deliversAPart(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.respond("206 Partial Content", ["Content-Range: bytes 5-8/9", "ETag: \"v1\""], body: "four")
        }
        let fields = ["Range": "bytes=5-", "If-Range": "\"v1\"", "Accept-Encoding": "identity"]
        let answer = try await trial.load(Probe(headerFields: fields), from: server)
        try Expect.equal("the status", answer.statusCode, 206)
        try Expect.equal("Content-Range", answer.head.headerField("Content-Range"), "bytes 5-8/9")
        try Expect.equal("the body", answer.body, Data("four".utf8))
        for (name, value) in fields { try Expect.equal(name, server.requests.first?.field(name), value) }
    }
}
