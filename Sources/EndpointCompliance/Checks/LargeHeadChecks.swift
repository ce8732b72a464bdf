import EndpointTransports
import Foundation

/// Checks that a head may be large, but not endless.
enum LargeHeadChecks {
    static let all = [
        ComplianceCheck(.messages, "all 250 header fields of a response arrive") {
            try await headerFieldsArrive(250, $0)
        },
        ComplianceCheck(
            .messages, "a response with 300 header fields arrives whole or fails", delivers300HeaderFieldsOrFails),
        ComplianceCheck(
            .messages, "a header field that is sent 250 times arrives as a list", deliversARepeatedFieldAsAList),
        ComplianceCheck(.messages, "a long header field arrives whole", deliversALongFieldWhole),
        ComplianceCheck(.messages, "all 300 header fields of a request arrive", sends300HeaderFields),
        ComplianceCheck(.sizeLimits, "a head with infinitely many fields is an error") {
            try await refusesAnEndlessHead("X-Field: value\r\n", $0)
        },
        ComplianceCheck(.sizeLimits, "a header field without end is an error") {
            try await refusesAnEndlessHead("x", $0)
        },
    ]

    /// Allows a transport to refuse 300 fields, provided that the call ends with `notResponding`.
    private static func delivers300HeaderFieldsOrFails(_ trial: Trial) async throws {
        do {
            try await headerFieldsArrive(300, trial)
        } catch let error as EndpointTransportError {
            try Expect.failure(.notResponding, "the call", error)
        }
    }

    private static func headerFieldsArrive(_ count: Int, _ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.respond("200 OK", (0..<count).map { "X-Field-\($0): value \($0)" }, body: "here")
        }
        let answer = try await trial.load(from: server)
        for number in 0..<count {
            let name = "x-field-\(number)"
            try Expect.equal(name, answer.head.headerField(name), "value \(number)")
        }
        try Expect.equal("the body", answer.body, Data("here".utf8))
    }

    private static func deliversARepeatedFieldAsAList(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.respond("200 OK", (0..<250).map { "X-Field: \($0)" })
        }
        let answer = try await trial.load(from: server)
        let values = answer.head.headerField("X-Field")?.split(separator: ",").map { $0.filter(\.isNumber) }
        try Expect.equal("X-Field", values, (0..<250).map { "\($0)" })
    }

    private static func deliversALongFieldWhole(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.respond("200 OK", ["X-Field: " + String(repeating: "x", count: 60_000)])
        }
        let answer = try await trial.load(from: server)
        try Expect.equal("the length of X-Field", answer.head.headerField("X-Field")?.count, 60_000)
    }

    private static func sends300HeaderFields(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let fields = Dictionary(uniqueKeysWithValues: (0..<300).map { ("X-Field-\($0)", "value \($0)") })
        try await trial.load(Probe(headerFields: fields), from: server)
        let arrived = try Expect.some("a request", server.requests.first)
        for (name, value) in fields { try Expect.equal(name, arrived.field(name), value) }
    }

    private static func refusesAnEndlessHead(_ part: String, _ trial: Trial) async throws {
        let server = try trial.server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
            while connection.send(String(repeating: part, count: 1_000)) {}
        }
        try await Memory.expectLittle("the call") {
            try await Expect.failure(.notResponding) { try await trial.load(from: server) }
        }
    }
}
