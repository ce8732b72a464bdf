import EndpointStreaming
import EndpointTesting
import Foundation
import Testing

/// The rows of `json-lines.json`.
private struct LinesRow: Decodable, Sendable {
    var values: [AnyJSON]
    var errorAtLine: Int?
    var cut: Bool?

    private enum CodingKeys: String, CodingKey {
        case values, cut
        case errorAtLine = "error_at_line"
    }

    static let all = StreamRow<LinesRow>.all("json-lines")
}

/// Any JSON value.
private indirect enum AnyJSON: Decodable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: AnyJSON].self) {
            self = .object(value)
        } else if let value = try? container.decode([AnyJSON].self) {
            self = .array(value)
        } else {
            self = .bool(try container.decode(Bool.self))
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct JSONLinesRowTests {
    @Test func loadsAllRowsOfTheFile() {
        #expect(LinesRow.all.count == 110)
    }

    @Test("Parses each row whole, byte by byte and split in two", arguments: LinesRow.all)
    fileprivate func parsing(_ row: StreamRow<LinesRow>) async {
        // Most positions in a long row are within a value, so a sample of them is enough.
        let step = runsAllTests ? 1 : max(row.stream.count / 500, 1)
        for (position, chunks) in row.stream.splits.enumerated() where position < 2 || position % step == 0 {
            let (values, error) = await collect(elements(chunks, isCut: row.result.cut == true))
            #expect(values == row.result.values, "in chunks of \(chunks.map(\.count).prefix(3))")
            switch error as? EndpointError<EndpointDefaultServerError> {
            case nil: #expect(error == nil && row.result.errorAtLine == nil && row.result.cut != true)
            case .truncatedResponse: #expect(row.result.cut == true)
            case .parsing(_, EndpointElementError.invalid(let line, _)): #expect(line == row.result.errorAtLine)
            case let error: Issue.record("\(String(describing: error))")
            }
        }
    }

    private func elements(_ chunks: [Data], isCut: Bool) -> EndpointElements<AnyJSON> {
        let transport = BodyTransport(contentType: "application/jsonl") { EndpointResponseBody(chunks, isCut: isCut) }
        let controller = EndpointController<EndpointDefaultServerError>(transport: transport)
        return controller.elements(of: Feed().streamed(by: .jsonLines))
    }
}
