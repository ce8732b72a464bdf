import EndpointController
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
    ]

    private static func deliversAnyStatus(_ trial: Trial) async throws {
        let server = try trial.server { request, connection in
            connection.respond("\(request.target.dropFirst()) Odd", body: "four")
        }
        for status in [200, 208, 299, 418, 451, 499, 599, 600, 999] {
            let rules = EndpointRules(acceptedStatusCodes: [status], timeout: .seconds(20))
            let controller = trial.controller(for: server, rules: rules)
            let (body, response) = try await controller.loadWithResponse(Probe(.get, "\(status)"))
            try Expect.equal("the status", response.statusCode, status)
            try Expect.equal("the body with \(status)", body, Data("four".utf8))
        }
    }

    private static func acceptsAnEmptyChunkedBody(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        }
        let controller = trial.controller(for: server)
        for method in [HTTPMethod.get, .get, .post] {
            try Expect.equal("the body of \(method)", try await controller.load(Probe(method)), Data())
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
            let controller = trial.controller(for: server)
            for _ in 0..<2 {
                try Expect.equal("the body", try await controller.load(Probe()), Data("four".utf8))
            }
        }
    }

    private static func joinsLinesOfAField(_ trial: Trial) async throws {
        let server = try trial.server { request, connection in
            let lines = (request.field("X-Values") ?? "").split(separator: ",").map { "X-Value: \($0)" }
            connection.respond("200 OK", lines)
        }
        let endpoint = Probe(headerFields: ["X-Values": "one,two,three"])
        let (_, response) = try await trial.controller(for: server).loadWithResponse(endpoint)
        let values = (response.headerField("x-value") ?? "").components(separatedBy: ",")
        let trimmed = values.map { $0.trimmingCharacters(in: .whitespaces) }
        try Expect.equal("the values", trimmed, ["one", "two", "three"])
    }

    private static func refusesDifferentLengths(_ trial: Trial) async throws {
        for fields in ["Content-Length: 11\r\nContent-Length: 5", "Content-Length: 11, 5"] {
            let server = try trial.server(answering: "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nhello world")
            for method in [HTTPMethod.get, .post] {
                let controller = trial.controller(for: server)
                try await Expect.failure(.serverNotResponding, "\(method) with \(fields)") {
                    try await controller.load(Probe(method))
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
            let body = try await trial.controller(for: server).load(Probe())
            try Expect.equal("the body with \(coding)", body, Data("four".utf8))
        }
    }
}
