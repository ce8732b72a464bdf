import EndpointController
import Foundation
import Testing

@Suite struct PayloadParserTests {
    // MARK: Data, nothing, closures

    @Test func returnsTheUnchangedBodyAsData() throws {
        #expect(try PayloadParser.data.parse(try response([0, 0xFF, 0xFE])) == Data([0, 0xFF, 0xFE]))
        #expect(try PayloadParser.data.parse(try response("")).isEmpty)
    }

    @Test(arguments: ["", "{}", "<html>", "\u{0}"]) func ignoresTheBodyWithTheParserNone(body: String) throws {
        let response = try response(body, contentType: "text/plain; charset=klingon")
        #expect(throws: Never.self) { try PayloadParser.none.parse(response) }
    }

    @Test func parsesWithAClosure() throws {
        let parser = PayloadParser { response in response.body.count + response.statusCode }
        #expect(try parser.parse(try response("abc")) == 203)

        struct Refusal: Error, Equatable {}
        let refusing = PayloadParser<Int> { _ in throw Refusal() }
        #expect(throws: Refusal()) { try refusing.parse(try response("")) }
    }

    /// Has a parameter for a parser, as the functions of a controller do.
    private func load<Payload>(_ body: String, parser: PayloadParser<Payload>) throws -> Payload {
        try parser.parse(try response(body))
    }

    @Test func offersParsersAsImplicitMembers() throws {
        #expect(try load("a", parser: .data) == Data("a".utf8))
        #expect(try load("a", parser: .text) == "a")
        #expect(try load("1", parser: .lossless(Int.self)) == 1)
        let number: Double = try load("1.5", parser: .lossless())
        #expect(number == 1.5)
        #expect(try load(#"{"a":[]}"#, parser: .dictionary).count == 1)
        #expect(try load("[1]", parser: .array).count == 1)
        let strings: [String] = try load(#"["a"]"#, parser: .json)
        let sameStrings: [String] = try load(#"["a"]"#, parser: .json(JSONDecoder()))
        #expect(strings == sameStrings)
        #expect(throws: Never.self) { try load("a", parser: .none) }
        #expect(try load("a", parser: PayloadParser { $0.body.count }) == 1)
    }

    @Test func passesTheDecoderThroughAMappedParser() throws {
        struct Envelope: Decodable { var createdAt: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let parser = PayloadParser<Envelope>.json.map(\.createdAt.timeIntervalSince1970)
        #expect(try parser.parse(try response(#"{"created_at":5}"#), decoder: decoder) == 5)
    }

    // MARK: Files

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func writesTheBodyToAFileAndCreatesItsFolder() throws {
        try withFolder { folder in
            let file = folder.appending(path: "a/b c/ü.bin")
            #expect(try PayloadParser.file(file).parse(try response([0, 1, 2])) == file)
            #expect(try Data(contentsOf: file) == Data([0, 1, 2]))
            // A second write replaces the file, and leaves no other file.
            _ = try PayloadParser.file(file).parse(try response(""))
            #expect(try Data(contentsOf: file).isEmpty)
            let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
            #expect(names == ["ü.bin"])
        }
    }

    @Test func keepsTheOldFileWholeForItsReaders() throws {
        try withFolder { folder in
            let file = folder.appending(path: "file")
            try Data("old".utf8).write(to: file)
            let reader = try FileHandle(forReadingFrom: file)
            _ = try PayloadParser.file(file).parse(try response("new"))
            #expect(try reader.readToEnd() == Data("old".utf8))
            #expect(try Data(contentsOf: file) == Data("new".utf8))
            try reader.close()
        }
    }

    @Test func namesAFileThatCannotBeWrittenAndTheReason() throws {
        try withFolder { folder in
            let occupied = folder.appending(path: "folder")
            let below = occupied.appending(path: "below")
            try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
            let file = folder.appending(path: "file")
            try Data("old".utf8).write(to: file)
            let body = try response("new")

            for destination in [occupied, file.appending(path: "below")] {
                let sentence = try #require(complaint(.file(destination), body))
                #expect(sentence.contains("The file \"\(destination.path)\" cannot be written: "))
                // The reason is not an error number, which is all that Foundation supplies for some errors.
                #expect(!sentence.contains("NSCocoaErrorDomain"))
            }
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "folder"])
        }
    }

    #if !os(Windows)
    @Test func refusesToReplaceAPipe() throws {
        try withFolder { folder in
            let pipe = folder.appending(path: "pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            guard case EndpointPayloadError.unwritableFile(pipe, let reason)? = error(.file(pipe), try response("a"))
            else {
                Issue.record("another error")
                return
            }
            #expect(reason as? EndpointDownloadError == .destinationIsNotRegular(pipe))
            let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
            #expect(type != .typeRegular)
        }
    }
    #endif

    @Test func refusesAURLThatIsNotAFileURL() throws {
        let url = try #require(URL(string: "https://user:s3cret@example.com/a"))
        let sentence = try #require(complaint(.file(url), try response("a")))
        #expect(sentence.contains("example.com/a") && !sentence.contains("s3cret"))
        guard case EndpointPayloadError.unwritableFile(url, _)? = error(.file(url), try response("a")) else {
            Issue.record("another error")
            return
        }
    }

    private func error(_ parser: PayloadParser<URL>, _ response: EndpointResponse) -> (any Error)? {
        #expect(throws: (any Error).self) { try parser.parse(response) }
    }
}
