import EndpointTransports
import Foundation

/// Checks that an incomplete or invalid body is reported as truncated, and that a complete body is not.
enum TruncationChecks {
    static let all: [ComplianceCheck] =
        rows.map { row in
            ComplianceCheck(.truncation, "an incomplete or invalid body is reported as truncated: \(row.name)") {
                try await reportsATruncatedBody($0, row)
            }
        } + [
            ComplianceCheck(
                .truncation, "a reset after the head is reported as a truncated body", reportsAResetAfterTheHead),
            ComplianceCheck(.truncation, "a whole body is not an error", acceptsAWholeBody),
            ComplianceCheck(.truncation, "a length without a body is not an error", acceptsALengthWithoutABody),
        ]

    private struct Row: Sendable {
        var name = ""
        var field: String
        var bytes: String
        var body = ""
    }

    private static let rows = [
        Row(name: "a missing body", field: "Content-Length: 10", bytes: ""),
        Row(name: "a missing last byte", field: "Content-Length: 10", bytes: "nine byte", body: "nine byte"),
        Row(name: "a missing body of a huge length", field: "Content-Length: 9000000000000", bytes: ""),
        Row(name: "a missing first chunk", field: "Transfer-Encoding: chunked", bytes: ""),
        Row(name: "a cut chunk size", field: "Transfer-Encoding: chunked", bytes: "4\r\nfour\r\n1", body: "four"),
        Row(name: "a cut chunk", field: "Transfer-Encoding: chunked", bytes: "9\r\nfour", body: "four"),
        Row(name: "a missing last chunk", field: "Transfer-Encoding: chunked", bytes: "4\r\nfour\r\n", body: "four"),
        Row(name: "an invalid chunk size", field: "Transfer-Encoding: chunked", bytes: "zero\r\n0\r\n\r\n"),
        Row(name: "invalid gzip", field: "Content-Encoding: gzip", bytes: "four"),
    ]

    private static let calls: [(status: Int, method: HTTPMethod)] = [(200, .get), (200, .post), (500, .get)]

    /// Expects the head of a response, and then a body that is reported as truncated after the bytes of a row.
    private static func expectTruncation(
        _ row: Row,
        _ status: Int,
        _ method: HTTPMethod,
        _ response: EndpointStreamedResponse
    ) async throws {
        let subject = "\(method) with \(status)"
        try Expect.equal("the status of \(subject)", response.statusCode, status)
        var body = Data()
        try await Expect.failure(.truncated, subject) {
            for try await chunk in response.body {
                try Expect.that("no empty chunk", !chunk.isEmpty, found: chunk)
                body += chunk
            }
            return body
        }
        try Expect.equal("what arrived of \(subject)", body, Data(row.body.utf8))
    }

    private static func reportsATruncatedBody(_ trial: Trial, _ row: Row) async throws {
        for (status, method) in calls {
            let server = try trial.server(answering: "HTTP/1.1 \(status) Status\r\n\(row.field)\r\n\r\n\(row.bytes)")
            try await expectTruncation(row, status, method, try await trial.send(Probe(method), to: server))
        }
    }

    private static func reportsAResetAfterTheHead(_ trial: Trial) async throws {
        for field in ["Content-Length: 10", "Transfer-Encoding: chunked"] {
            for (status, method) in calls {
                let hasHead = DispatchSemaphore(value: 0)
                let server = try trial.server { _, connection in
                    // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
                    let fields = "\(field)\r\nX-Content-Type-Options: nosniff"
                    connection.send("HTTP/1.1 \(status) Status\r\n\(fields)\r\n\r\n")
                    // A reset discards data that the client has not read yet.
                    hasHead.wait()
                    connection.reset()
                }
                defer { hasHead.signal() }
                let response = try await trial.send(Probe(method), to: server)
                hasHead.signal()
                try await expectTruncation(Row(field: field, bytes: ""), status, method, response)
            }
        }
    }

    private static func acceptsAWholeBody(_ trial: Trial) async throws {
        let rows = [
            ("no length", "HTTP/1.1 200 OK\r\n\r\nfour", "four"),
            ("more than the length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour and more", "four"),
            ("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nfo\r\n2\r\nur\r\n0\r\n\r\n", "four"),
            ("103", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nfour", "four"),
            ("100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour", "four"),
            ("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nfour", "four"), ("204", "HTTP/1.1 204 No Content\r\n\r\n", ""),
            ("205", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", ""),
        ]
        for (name, response, body) in rows {
            for method in [HTTPMethod.get, .post] {
                // Each request has its own server, so that no request reuses a connection that the server closes.
                let server = try trial.server(answering: response)
                let answer = try await trial.load(Probe(method), from: server)
                try Expect.equal("the body of \(method) with \(name)", answer.body, Data(body.utf8))
            }
        }
    }

    private static func acceptsALengthWithoutABody(_ trial: Trial) async throws {
        for (status, method) in [("200 OK", HTTPMethod.head), ("204 No Content", .get), ("304 Not Modified", .get)] {
            let server = try trial.server { _, connection in
                connection.send("HTTP/1.1 \(status)\r\nContent-Length: 10\r\n\r\n")
            }
            for _ in 0..<2 {
                let answer = try await trial.load(Probe(method), from: server)
                try Expect.equal("the body of \(status)", answer.body, Data())
            }
        }
    }
}
