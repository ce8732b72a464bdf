import EndpointTransports
import Foundation

/// Checks that bodies of every kind arrive whole, and that the progress of their upload is reported.
enum UploadChecks {
    static let all: [ComplianceCheck] =
        Kind.allCases.map { kind in
            ComplianceCheck(.messages, "a body arrives whole, and its progress is reported: \(kind.rawValue)") {
                try await sendsTheWholeBodyAndReportsProgress($0, kind)
            }
        } + [
            ComplianceCheck(.messages, "the length of a file is announced", announcesTheLengthOfAFile),
            ComplianceCheck(
                .failures, "a stream that is shorter than its length is an invalid request",
                reportsAStreamThatIsTooShort),
            ComplianceCheck(
                .failures, "a stream that cannot be read is an invalid request", reportsAStreamThatCannotBeRead),
        ]

    /// Data that takes long enough to send that progress is reported before the end, even on a busy machine.
    private static let data: Data = {
        let part = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        return part + part + part + part
    }()

    private enum Kind: String, CaseIterable {
        case data, file, multipart, stream

        func body(_ file: URL) -> HTTPBody {
            switch self {
            case .data: .data(UploadChecks.data)
            case .file: .file(file)
            case .multipart: .multipart([.text("x", name: "a"), .file(file, name: "b")], boundary: "frontier")
            case .stream: .stream { InputStream(data: UploadChecks.data) }
            }
        }
    }

    private static func sendsTheWholeBodyAndReportsProgress(_ trial: Trial, _ kind: Kind) async throws {
        try await TemporaryFile.with(data) { file in
            let body = kind.body(file)
            let server = try trial.server { _, connection in connection.respond(body: "here") }
            let log = ProgressLog()
            let context = EndpointTransportContext(onUpload: log.add)
            let answer = try await trial.load(Probe(.post, body: body), from: server, context)
            try Expect.equal("the body of the response", answer.body, Data("here".utf8))
            let sent = try body.data()
            try Expect.equal("the requests", server.requests.count, 1)
            let isWhole = server.requests.first?.body == [UInt8](sent)
            try Expect.that("\(sent.count) bytes", isWhole, found: server.requests.first?.body.count ?? 0)

            let counts = log.all.map(\.completed)
            try Expect.that("progress in steps", counts.count > 1, found: counts)
            try Expect.equal("the progress", counts, counts.sorted())
            try Expect.equal("the last progress", counts.last, Int64(sent.count))
            let total = kind == .stream ? nil : Int64(sent.count)
            try Expect.equal("the total", Set(log.all.map(\.total)), [total])
        }
    }

    private static func announcesTheLengthOfAFile(_ trial: Trial) async throws {
        try await TemporaryFile.with(data) { file in
            let server = try trial.server { _, connection in connection.respond() }
            try await trial.load(Probe(.post, body: .file(file, contentType: "image/png")), from: server)
            let request = try Expect.some("a request", server.requests.first)
            try Expect.equal("Content-Length", request.field("Content-Length"), "\(data.count)")
            try Expect.equal("Content-Type", request.field("Content-Type"), "image/png")
            try Expect.equal("Transfer-Encoding", request.field("Transfer-Encoding"), nil)
        }
    }

    private static func reportsAStreamThatIsTooShort(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let body = HTTPBody.stream(length: 10) { InputStream(data: Data("short".utf8)) }
        let error = try await Expect.failure(.invalidRequest) {
            try await trial.load(Probe(.post, body: body), from: server)
        }
        guard case .invalidRequest(EndpointRequestError.bodyTooShort(expected: 10, actual: 5)) = error else {
            throw Mismatch("expected that the body is 5 bytes short", found: error)
        }
    }

    private static func reportsAStreamThatCannotBeRead(_ trial: Trial) async throws {
        let server = try trial.server { _, connection in connection.respond() }
        let body = HTTPBody.stream { throw CocoaError(.fileReadNoSuchFile) }
        try await Expect.failure(.invalidRequest) { try await trial.load(Probe(.post, body: body), from: server) }
    }
}
