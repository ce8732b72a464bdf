import EndpointController
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
            ComplianceCheck(.truncation, "the transport itself throws truncated", checkThatTheTransportThrowsTruncated),
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

    private static func expectTruncation(
        _ row: Row,
        _ status: Int,
        _ method: HTTPMethod,
        _ controller: Controller
    ) async throws {
        let subject = "\(method) with \(status)"
        let error = try await Expect.failure(.truncatedResponse, subject) { try await controller.load(Probe(method)) }
        try Expect.equal("the status of \(subject)", error.response?.statusCode, status)
        try Expect.equal("what arrived of \(subject)", error.response?.body, Data(row.body.utf8))
    }

    private static func reportsATruncatedBody(_ trial: Trial, _ row: Row) async throws {
        for (status, method) in calls {
            let server = try trial.server(answering: "HTTP/1.1 \(status) Status\r\n\(row.field)\r\n\r\n\(row.bytes)")
            try await expectTruncation(row, status, method, trial.controller(for: server))
        }
    }

    /// A middleware that tells a server when the head of its response has arrived.
    private struct HeadWatch: EndpointMiddleware {
        let arrival = DispatchSemaphore(value: 0)

        func intercept(_ request: URLRequest, next: EndpointNext) async throws -> EndpointStreamedResponse {
            defer { arrival.signal() }
            return try await next(request)
        }
    }

    private static func reportsAResetAfterTheHead(_ trial: Trial) async throws {
        for field in ["Content-Length: 10", "Transfer-Encoding: chunked"] {
            for (status, method) in calls {
                let watch = HeadWatch()
                let server = try trial.server { _, connection in
                    // With `nosniff`, Apple's `URLSession` does not wait for 512 bytes.
                    let fields = "\(field)\r\nX-Content-Type-Options: nosniff"
                    connection.send("HTTP/1.1 \(status) Status\r\n\(fields)\r\n\r\n")
                    // A reset discards data that the client has not read yet.
                    watch.arrival.wait()
                    connection.reset()
                }
                let controller = trial.controller(for: server, middleware: [watch])
                try await expectTruncation(Row(field: field, bytes: ""), status, method, controller)
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
                let payload = try await trial.controller(for: server).load(Probe(method))
                try Expect.equal("the body of \(method) with \(name)", payload, Data(body.utf8))
            }
        }
    }

    private static func acceptsALengthWithoutABody(_ trial: Trial) async throws {
        for (status, method) in [("200 OK", HTTPMethod.head), ("204 No Content", .get), ("304 Not Modified", .get)] {
            let server = try trial.server { _, connection in
                connection.send("HTTP/1.1 \(status)\r\nContent-Length: 10\r\n\r\n")
            }
            let rules = EndpointRules(acceptedStatusCodes: [200, 204, 304], timeout: .seconds(20))
            let controller = trial.controller(for: server, rules: rules)
            for _ in 0..<2 {
                try Expect.equal("the body of \(status)", try await controller.load(Probe(method)), Data())
            }
        }
    }

    private static func checkThatTheTransportThrowsTruncated(_ trial: Trial) async throws {
        for row in rows {
            let server = try trial.server(answering: "HTTP/1.1 200 OK\r\n\(row.field)\r\n\r\n\(row.bytes)")
            let response = try await trial.transport.send(URLRequest(url: server.url()))
            var body = Data()
            do {
                for try await chunk in response.body {
                    try Expect.that("no empty chunk", !chunk.isEmpty, found: chunk)
                    body += chunk
                }
                throw Mismatch("\(row.name): expected EndpointTransportError.truncated", found: body)
            } catch EndpointTransportError.truncated {}
            try Expect.equal("what arrived before \(row.name)", body, Data(row.body.utf8))
        }
    }
}
